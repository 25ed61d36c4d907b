package dev.tern.transfer;

import dev.tern.transfer.scan.GraphChecksum;
import java.util.Optional;

/**
 * What an import did.
 *
 * @param passages passages of the file
 * @param unchanged those of them that the graph had already, the same in everything
 * @param written those of them that were written
 * @param removed passages of the file's documents that the graph had and the file has not
 * @param embeddedTexts how many texts were embedded; none of a file with vectors
 * @param checksum what the graph holds now, the same as the file says that it should; empty if the file has no vectors, or
 *     the graph holds other documents too
 * @param notes what came along beside the passages
 * @param millis time on the clock
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
