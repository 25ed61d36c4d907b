package dev.tern.testing;

import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.settings.SourceRule;
import java.util.Collection;
import java.util.function.UnaryOperator;

/** Adds edits to the notes of a graph, without rewriting a passage. */
public final class NotedEdits {
    private NotedEdits() {}

    public static UnaryOperator<Notes> of(Note.Act act, Collection<? extends Change> changes) {
        return present -> present.with(
                changes.stream().map(change -> EditNotes.note(change, act, 0)).toList());
    }

    /** Sets the trust in sources, by rules as in {@code a*=0}. */
    public static UnaryOperator<Notes> trust(Note.Act act, String rules) {
        return of(act, SourceRule.parseAll(rules).stream().map(Trusted::new).toList());
    }
}
