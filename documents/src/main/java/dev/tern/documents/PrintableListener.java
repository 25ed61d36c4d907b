package dev.tern.documents;

import java.util.Optional;

/**
 * Passes events on without control characters, which a terminal would interpret, and counts the
 * skipped parts of a file or page. Not thread-safe.
 */
final class PrintableListener implements LoadListener {
    private final LoadListener listener;
    private int count;
    private String first = "";

    PrintableListener(LoadListener listener) {
        this.listener = listener;
    }

    /** Starts counting for another file or page. */
    void begin() {
        count = 0;
        first = "";
    }

    /** Returns a clause on parts without a document since {@link #begin}; may be empty. */
    Optional<String> remark() {
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
        listener.skipped(plain(source), plain(reason));
    }

    @Override
    public void ignored(String source, String reason) {
        listener.ignored(plain(source), plain(reason));
    }

    @Override
    public void documentChanged(String source, String remark) {
        listener.documentChanged(plain(source), plain(remark));
    }

    @Override
    public void read(String source, long bytes) {
        listener.read(plain(source), bytes);
    }

    /** Replaces control characters, also for text direction, by question marks. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}|[\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069]", "?");
    }
}
