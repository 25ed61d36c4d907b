package dev.tern.transfer;

import dev.tern.error.TernException;

/**
 * Options of an export.
 *
 * @param vectors true to write all vectors, so that nothing has to be embedded again; only in
 *     {@link ExportFormat#JSONL}
 */
public record ExportSettings(ExportFormat format, boolean vectors) {
    /** A complete export, which serves as a backup. */
    public static final ExportSettings WHOLE_GRAPH = new ExportSettings(ExportFormat.JSONL, true);

    /**
     * Validates that the format supports vectors, if they are to be written.
     *
     * @throws TernException if it does not
     */
    public ExportSettings {
        if (vectors && format != ExportFormat.JSONL) {
            throw TernException.user("vectors can be exported as jsonl, not as " + format.fileExtension());
        }
    }
}
