package dev.tern.transfer;

import java.util.Locale;

/** A format that a graph is written in. */
public enum ExportFormat {
    /** JSON, an object a line; the only one that can be imported again. */
    JSONL,
    /** XML for programs that draw and analyse graphs. */
    GRAPHML;

    /** How the name of such a file ends, without the dot. */
    public String ending() {
        return name().toLowerCase(Locale.ROOT);
    }
}
