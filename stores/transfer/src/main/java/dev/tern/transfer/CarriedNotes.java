package dev.tern.transfer;

import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.note.SyncedSource;
import dev.tern.store.Quarantine;

/**
 * Counts the notes that came along with a graph, as far as they hold.
 *
 * @param taken whether the graph has them now; otherwise they were left out
 * @param sources folders and sites that it was kept in step with
 * @param edits renames, merges, splits, and what was said to be wrong or missing
 * @param quarantined sources in no answer
 * @param themes of the first level and below
 */
public record CarriedNotes(boolean taken, int sources, int edits, int quarantined, int themes) {
    private static final String THEME = "theme";

    static CarriedNotes of(Notes notes, Quarantine hidden, boolean taken) {
        int edits = (int) notes.edits().stream().filter(Edit::holds).count();
        return new CarriedNotes(
                taken, SyncedSource.in(notes).size(), edits, hidden.sources().size(), count(notes, THEME));
    }

    private static int count(Notes notes, String kind) {
        return (int) notes.all().stream()
                .filter(Note::holds)
                .filter(note -> note.kind().equals(kind))
                .count();
    }

    /** How many came along in all. */
    public int total() {
        return sources + edits + quarantined + themes;
    }
}
