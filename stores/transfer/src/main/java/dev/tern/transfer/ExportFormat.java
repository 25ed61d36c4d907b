package dev.tern.transfer;

import java.util.Locale;

/** A format that a graph is written in. */
public enum ExportFormat {
    /** JSON, one object a line; the only format that can be imported. */
    JSONL,
    /** XML for programs that draw and analyse graphs. */
    GRAPHML;

    /** Returns the file extension without the dot. */
    public String ending() {
        return name().toLowerCase(Locale.ROOT);
    }
}
