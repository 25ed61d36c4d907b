package dev.tern.transfer;

import dev.tern.transfer.scan.GraphChecksum;
import java.util.Optional;

/**
 * The result of an import.
 *
 * @param passages passages of the file
 * @param unchanged its passages that the graph already had, equal in everything
 * @param written its passages that were written
 * @param removed passages of the file's documents that the graph had and the file has not
 * @param embeddedTexts the number of embedded texts; 0 for a file with vectors
 * @param checksum the graph's checksum, equal to the file's; empty if the file has no vectors, or
 *     the graph holds other documents too
 * @param notes the notes in the file
 * @param millis elapsed time in milliseconds
 */
public record ImportReport(
        long passages,
        long unchanged,
        long written,
        long removed,
        long embeddedTexts,
        Optional<GraphChecksum> checksum,
        CarriedNotes notes,
        double millis) {}
