package dev.tern.transfer;

import java.util.Locale;

/** The file format of an exported graph. */
public enum ExportFormat {
    /** JSON, one object per line; the only format that can be imported. */
    JSONL,
    /** XML for programs that draw and analyse graphs. */
    GRAPHML;

    /** Returns the file extension without the dot. */
    public String fileExtension() {
        return name().toLowerCase(Locale.ROOT);
    }
}
