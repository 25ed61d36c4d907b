package dev.tern.transfer;

import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.note.Notes;

/**
 * The numbers of notes in effect in the source of a copy or an import.
 *
 * @param taken true if the notes were copied to the target; false if they were left out
 * @param sources the number of folders and sites that the graph was synchronised with
 * @param edits the number of renames, merges, splits, declarations of errors, and added statements
 * @param rules the number of rules about sources
 * @param themes the number of themes of all levels
 */
public record TransferredNotes(boolean taken, int sources, int edits, int rules, int themes) {
    private static final String THEME = "theme";

    static TransferredNotes of(Notes notes, boolean taken) {
        int rules = notes.sources().rules().size();
        int edits = (int) notes.edits().stream()
                .filter(edit -> edit.isInEffect() && !(edit.change() instanceof Edit.Trusted))
                .count();
        int sources = (int) notes.all().stream()
                .filter(note -> note.kind().equals(Notes.SOURCE))
                .map(note -> note.content().get("name"))
                .distinct()
                .count();
        return new TransferredNotes(taken, sources, edits, rules, count(notes, THEME));
    }

    private static int count(Notes notes, String kind) {
        return (int) notes.all().stream()
                .filter(Note::isInEffect)
                .filter(note -> note.kind().equals(kind))
                .count();
    }

    /** Returns the sum of the four numbers. */
    public int total() {
        return sources + edits + rules + themes;
    }
}
