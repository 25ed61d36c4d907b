package dev.tern.curation.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.curation.EditConflict;
import dev.tern.note.Edit;
import dev.tern.note.Note;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An edit as JSON.
 *
 * @param id the id of the edit, for undoing it
 * @param content the content, in the form of a request
 * @param text the content in one line
 * @param created the author, time and reason of the edit
 * @param undone the author, time and reason of the undo; left out if the edit has not been undone
 * @param waiting true if some passages do not have the edit, or its undo, yet; else left out
 * @param conflict the reason why the edit has no effect, or only a partial one; left out if there
 *     is none, or conflicts were not requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EditJson(
        String id,
        EditBody content,
        String text,
        ActJson created,
        @Nullable ActJson undone,
        @Nullable Boolean waiting,
        @Nullable String conflict) {
    /**
     * The author, time and reason of an act.
     *
     * @param by the name of a user, a key of the server or an agent
     * @param at the time, as 2026-01-31T12:00:00Z
     * @param why the reason, or empty
     */
    record ActJson(String by, String at, String why) {
        static ActJson of(Note.Act act) {
            return new ActJson(act.by(), act.at().toString(), act.why());
        }
    }

    /** The edits of a graph, oldest first; conflicting edits in no particular order. */
    record Listed(List<EditJson> edits) {}

    static EditJson of(Edit edit) {
        return of(edit, null, null);
    }

    /** Returns edits as JSON, some of which wait in the graph. */
    static List<EditJson> of(Collection<Edit> edits, Collection<Edit> waiting) {
        return edits.stream()
                .map(edit -> of(edit, waiting.contains(edit) ? true : null, null))
                .toList();
    }

    /** Returns an edit with no effect, or only a partial one, as JSON. */
    static EditJson of(EditConflict conflict) {
        return of(conflict.edit(), null, conflict.reason());
    }

    private static EditJson of(Edit edit, @Nullable Boolean waiting, @Nullable String conflict) {
        return new EditJson(
                edit.id(),
                EditBody.of(edit.change()),
                edit.change().describe(),
                ActJson.of(edit.made()),
                edit.undone().map(ActJson::of).orElse(null),
                waiting,
                conflict);
    }
}
