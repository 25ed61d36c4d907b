package dev.tern.transfer;

import dev.tern.transfer.checksum.GraphChecksum;
import java.util.Optional;

/**
 * The result of an export. Created by Tern only: its accessors are API, its constructor is not.
 *
 * @param passages the number of passages written
 * @param statements the number of their statements
 * @param checksum the graph's checksum; empty for an export without vectors
 * @param millis elapsed time in milliseconds
 */
public record ExportReport(long passages, long statements, Optional<GraphChecksum> checksum, double millis) {
    /** Returns the numbers of passages and statements. */
    @Override
    public String toString() {
        return passages + " passages, " + statements + " statements";
    }
}
