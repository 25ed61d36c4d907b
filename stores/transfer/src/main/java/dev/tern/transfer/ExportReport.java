package dev.tern.transfer;

import dev.tern.transfer.scan.GraphChecksum;
import java.util.Optional;

/**
 * The result of an export.
 *
 * @param passages passages
 * @param statements statements of these passages
 * @param checksum the graph's checksum; only for an export with vectors
 * @param millis elapsed time in milliseconds
 */
public record ExportReport(long passages, long statements, Optional<GraphChecksum> checksum, double millis) {}
