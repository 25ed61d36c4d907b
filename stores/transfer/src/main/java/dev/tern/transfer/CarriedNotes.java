package dev.tern.transfer;

import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.note.SyncedSource;

/**
 * Counts the notes that came along with a graph, as far as they hold.
 *
 * @param taken whether the graph has them now; otherwise they were left out
 * @param sources folders and sites that it was kept in step with
 * @param edits renames, merges, splits, and what was said to be wrong or missing
 * @param rules rules about sources
 * @param themes of the first level and below
 */
public record CarriedNotes(boolean taken, int sources, int edits, int rules, int themes) {
    private static final String THEME = "theme";

    static CarriedNotes of(Notes notes, boolean taken) {
        int rules = notes.sources().rules().size();
        int edits = (int) notes.edits().stream()
                .filter(edit -> edit.holds() && !(edit.change() instanceof Edit.Trusted))
                .count();
        return new CarriedNotes(taken, SyncedSource.in(notes).size(), edits, rules, count(notes, THEME));
    }

    private static int count(Notes notes, String kind) {
        return (int) notes.all().stream()
                .filter(Note::holds)
                .filter(note -> note.kind().equals(kind))
                .count();
    }

    /** How many came along in all. */
    public int total() {
        return sources + edits + rules + themes;
    }
}
