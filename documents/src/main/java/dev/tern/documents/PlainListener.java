package dev.tern.documents;

/**
 * Passes on what is told, without control characters: names of files and messages about their content come from strangers,
 * and a terminal obeys some of them.
 */
record PlainListener(LoadListener listener) implements LoadListener {
    @Override
    public void skipped(String source, String reason) {
        listener.skipped(plain(source), plain(reason));
    }

    @Override
    public void noted(String source, String note) {
        listener.noted(plain(source), plain(note));
    }

    @Override
    public void read(String source, long bytes) {
        listener.read(plain(source), bytes);
    }

    /** A text with a question mark for every control character. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}|[\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069]", "?");
    }
}
