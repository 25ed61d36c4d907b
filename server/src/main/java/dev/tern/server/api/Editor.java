package dev.tern.server.api;

import dev.tern.error.TernException;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Weight;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.server.front.Caller;
import dev.tern.settings.Trust;

/**
 * The one who edits a graph. A person may say anything. An agent may have it from a passage that a stranger wrote: it is kept apart
 * from the person whose key it has, hides no source, and neither takes back nor overrules what anybody else said.
 *
 * @param by the name that is kept with each edit
 */
public record Editor(Caller caller, String by, boolean isAgent) {
    /** The name of an agent on this machine, who has no key. */
    public static final String AGENT = "agent";

    /** Somebody who edits over HTTP or on the page. */
    static Editor person(Caller caller) {
        return new Editor(caller, caller.name(), false);
    }

    /** An agent with the key of a caller. */
    public static Editor agent(Caller caller) {
        String name = caller.name();
        return new Editor(caller, name.equals(AGENT) ? AGENT : AGENT + " of " + name, true);
    }

    Note.Act act(String why) {
        return AliasEndpoints.act(by, why);
    }

    /**
     * Refuses what the graph would hide, or trust again, without the word of a person.
     *
     * @throws TernException the user's fault
     */
    void requireMay(Change change, Notes present) {
        if (!isAgent || !(change instanceof Weight(Trust rule))) {
            return;
        }
        if (rule.source().isBeginning()) {
            throw TernException.user("the source is \"" + rule.source()
                    + "\"; an agent weighs one source, by its whole name without a * at the end");
        }
        if (rule.weight() == 0) {
            throw TernException.user(
                    "the weight is 0, which hides the source; an agent gives one above 0 and at most 1");
        }
        present.edits().stream()
                .filter(edit -> edit.holds()
                        && edit.change() instanceof Weight(Trust other)
                        && other.source().matches(rule.source().name()))
                .forEach(this::requireOwn);
    }

    /**
     * Refuses to take back or to overrule what somebody else said.
     *
     * @throws TernException the user's fault
     */
    void requireOwn(Edit edit) {
        if (isAgent && !edit.made().by().equals(by)) {
            throw TernException.user(
                    "the edit " + edit.id() + " was made by " + edit.made().by()
                            + "; an agent takes back and overrules only what it said itself, here as \"" + by + "\"");
        }
    }
}
