package dev.tern.server.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.note.Alias;
import dev.tern.note.Note;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * That some names are one thing, as programs see it.
 *
 * @param id of the alias
 * @param names as they were written; the thing is shown under the first
 * @param made who said so
 * @param undone who took it back; left out while it holds
 */
public record AliasJson(
        String id,
        List<String> names,
        ActJson made,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ActJson undone) {
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

    /** An alias as it is now. */
    public static AliasJson of(Alias alias) {
        return new AliasJson(
                alias.id(),
                alias.names(),
                ActJson.of(alias.made()),
                alias.undone().map(ActJson::of).orElse(null));
    }
}
