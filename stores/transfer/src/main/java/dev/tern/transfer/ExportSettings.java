package dev.tern.transfer;

import dev.tern.error.TernException;

/**
 * What an export is to write.
 *
 * @param format what as
 * @param vectors whether with all vectors, so that nothing has to be embedded again; only in {@link ExportFormat#JSONL}
 */
public record ExportSettings(ExportFormat format, boolean vectors) {
    /** Everything that a graph holds: what a backup is made with. */
    public static final ExportSettings WHOLE = new ExportSettings(ExportFormat.JSONL, true);

    /**
     * Checks that the format has vectors.
     *
     * @throws TernException if it has none, and they are wanted
     */
    public ExportSettings {
        if (vectors && format != ExportFormat.JSONL) {
            throw TernException.user("vectors are written as jsonl, not as " + format.ending());
        }
    }
}
