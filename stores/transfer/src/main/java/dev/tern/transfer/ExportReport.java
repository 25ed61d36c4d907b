package dev.tern.transfer;

import dev.tern.transfer.scan.GraphChecksum;
import java.util.Optional;

/**
 * What an export has written.
 *
 * @param passages passages
 * @param statements statements of these passages
 * @param checksum what the graph holds; only of an export with vectors
 * @param millis time on the clock
 */
public record ExportReport(long passages, long statements, Optional<GraphChecksum> checksum, double millis) {}
