package dev.tern.server.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.edit.EditConflict;
import dev.tern.note.Edit;
import dev.tern.note.Note;
import org.jspecify.annotations.Nullable;

/**
 * An edit as programs see it.
 *
 * @param id by which it is taken back
 * @param says what it says, as it would be sent
 * @param words the same in one line
 * @param made who said so
 * @param undone who took it back; left out while it holds
 * @param conflict why it has no effect, or not all of it; left out where it has, and where that was not asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EditJson(
        String id,
        EditBody says,
        String words,
        ActJson made,
        @Nullable ActJson undone,
        @Nullable String conflict) {
    /**
     * Who did something, when and why.
     *
     * @param by the name of a user, or of a key of the server
     * @param at as 2026-01-31T12:00:00Z
     * @param why may be empty
     */
    public record ActJson(String by, String at, String why) {
        static ActJson of(Note.Act act) {
            return new ActJson(act.by(), act.at().toString(), act.why());
        }
    }

    /** An edit as it is now. */
    public static EditJson of(Edit edit) {
        return of(edit, null);
    }

    /** An edit that has no effect, or not all of it. */
    public static EditJson of(EditConflict conflict) {
        return of(conflict.edit(), conflict.reason());
    }

    private static EditJson of(Edit edit, @Nullable String conflict) {
        return new EditJson(
                edit.id(),
                EditBody.of(edit.change()),
                edit.change().words(),
                ActJson.of(edit.made()),
                edit.undone().map(ActJson::of).orElse(null),
                conflict);
    }
}
