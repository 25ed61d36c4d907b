package dev.tern.documents;

import java.util.Optional;

/** Hears what a listener hears, and counts what a file or page gives no document for. Not thread-safe. */
final class SkippedParts implements LoadListener {
    private final LoadListener listener;
    private int count;
    private String first = "";

    SkippedParts(LoadListener listener) {
        this.listener = listener;
    }

    /** Begins to count for another file or page. */
    void begin() {
        count = 0;
        first = "";
    }

    /** What gave no document since counting began, a clause about the file or page; empty if there was nothing. */
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
