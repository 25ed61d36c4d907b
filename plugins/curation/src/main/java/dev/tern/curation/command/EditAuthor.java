package dev.tern.curation.command;

import dev.tern.error.TernException;
import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.text.CodePoints;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The author of edits. A person may edit anything. An agent may follow instructions of an untrusted
 * passage, so its edits have a name of their own, even with a person's key, and it may neither undo
 * nor override edits of other authors.
 *
 * @param by the name recorded with each edit
 */
record EditAuthor(Caller caller, String by, boolean isAgent) {
    /** Cuts a long name, so that a later edit of this author has the same one. */
    EditAuthor {
        String name = by.isBlank() ? "server" : by.strip();
        by = name.substring(0, name.offsetByCodePoints(0, Math.min(CodePoints.count(name), Note.Act.MAX_BY)))
                .strip();
    }

    /** Returns the author for a caller of the REST interface or the page. */
    static EditAuthor person(Caller caller) {
        return new EditAuthor(caller, caller.name(), false);
    }

    /** Returns the author for an agent that uses the key of a caller. */
    static EditAuthor agent(Caller caller) {
        String name = caller.name();
        return new EditAuthor(caller, name.equals(Caller.AGENT) ? Caller.AGENT : Caller.AGENT + " of " + name, true);
    }

    Note.Act act(String why) {
        if (CodePoints.count(why) > Note.Act.MAX_WHY) {
            throw Problem.badRequest(
                    "\"why\" has " + CodePoints.count(why) + " characters; the limit is " + Note.Act.MAX_WHY);
        }
        return new Note.Act(by, Instant.now().truncatedTo(ChronoUnit.SECONDS), why);
    }

    /** Throws (fault USER) if an agent undoes or overrides an edit of another author. */
    void requireOwn(Edit edit) {
        if (isAgent && !edit.made().by().equals(by)) {
            throw TernException.user(
                    "the edit " + edit.id() + " was made by " + edit.made().by()
                            + "; an agent can take back and overrule only its own edits, here by \"" + by + "\"");
        }
    }
}
