package dev.tern.documents;

import java.util.Optional;

/** Forwards events, and counts the parts of a file or page without a document. Not thread-safe. */
final class SkippedParts implements LoadListener {
    private final LoadListener listener;
    private int count;
    private String first = "";

    SkippedParts(LoadListener listener) {
        this.listener = listener;
    }

    /** Starts counting for another file or page. */
    void begin() {
        count = 0;
        first = "";
    }

    /** Returns a clause on the parts without a document since then; empty if there are none. */
    Optional<String> said() {
        return count == 0
                ? Optional.empty()
                : Optional.of("has " + LoadLimits.number(count) + (count == 1 ? " line that gives" : " lines that give")
                        + " no document: " + first);
    }

    @Override
    public void skipped(String source, String reason) {
        count++;
        if (first.isEmpty()) {
            first = source + " " + reason;
        }
        listener.skipped(source, reason);
    }

    @Override
    public void ignored(String source, String reason) {
        listener.ignored(source, reason);
    }

    @Override
    public void noted(String source, String note) {
        listener.noted(source, note);
    }

    @Override
    public void read(String source, long bytes) {
        listener.read(source, bytes);
    }
}
