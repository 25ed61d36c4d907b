package dev.tern.cli.graphs;

import dev.tern.cli.command.output.Phrases;
import dev.tern.transfer.TransferredNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Describes the notes that a copy or an import of a graph included or left out. */
final class NotesText {
    private NotesText() {}

    /**
     * Returns a sentence that counts the notes; empty if there are none.
     *
     * @param wayIn the reason, in parentheses, if notes were left out
     */
    static Optional<String> sentence(TransferredNotes notes, String wayIn) {
        if (notes.total() == 0) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        add(parts, notes.sources(), "source to sync with");
        add(parts, notes.edits(), "edit");
        add(parts, notes.rules(), "rule about sources");
        add(parts, notes.themes(), "theme");
        String counts = String.join(", ", parts);
        return Optional.of(
                notes.taken()
                        ? "came along: " + counts + " (tern sync --list, edit list, edit trust and themes show them)"
                        : "left out: " + counts + " (" + wayIn + ")");
    }

    private static void add(List<String> parts, int count, String noun) {
        if (count > 0) {
            int space = noun.indexOf(' ');
            String first = space < 0 ? noun : noun.substring(0, space);
            parts.add(Phrases.count(count, first) + (space < 0 ? "" : noun.substring(space)));
        }
    }
}
