package dev.tern.transfer;

import dev.tern.transfer.checksum.GraphChecksum;
import java.util.Optional;

/**
 * The result of an import. Created by Tern only: its accessors are API, its constructor is not.
 *
 * @param passages the number of passages of the file
 * @param unchanged the number of them that the graph already had, equal in everything; the vectors
 *     do not count if the file has none
 * @param written the number of them that were written
 * @param removed the number of passages removed from the graph, because the file has their
 *     documents without them
 * @param embeddedTexts the number of embedded texts; 0 for a file with vectors
 * @param checksum the graph's checksum, equal to the file's; empty if the file has none, or the
 *     graph had passages or edits that make it differ
 * @param notes the notes in the file, and if they were taken
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
        double millis) {}
