package dev.tern.transfer;

import dev.tern.transfer.checksum.GraphChecksum;
import java.util.Optional;

/**
 * The result of an import. Created by Tern only: its accessors are API, its constructor is not.
 *
 * @param passages the number of the file's passages that the graph has after the import
 * @param unchanged the number of passages that the graph already had, so that they were not
 *     written; their vectors are compared only if the file contains vectors
 * @param written the number of passages that were written
 * @param removed the number of passages removed from the graph, because the file contains another
 *     version of their documents
 * @param embeddedTexts the number of embedded texts; 0 for a file with vectors
 * @param checksum the checksum of the graph, equal to the file's; empty if the file has none, or if
 *     earlier passages, edits or other writers make the graph differ
 * @param notes the numbers of the file's notes, and whether they were imported
 * @param millis elapsed time in milliseconds
 */
public record ImportReport(
        long passages,
        long unchanged,
        long written,
        long removed,
        long embeddedTexts,
        Optional<GraphChecksum> checksum,
        TransferredNotes notes,
        double millis) {
    /** Returns the counts of passages. */
    @Override
    public String toString() {
        return passages + " passages: " + written + " written, " + unchanged + " unchanged, " + removed + " removed";
    }
}
