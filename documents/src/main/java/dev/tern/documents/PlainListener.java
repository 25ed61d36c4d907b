package dev.tern.documents;

/**
 * Passes events on without control characters: names of files and messages about their content come from strangers, and a
 * terminal would execute some of these characters.
 */
record PlainListener(LoadListener listener) implements LoadListener {
    @Override
    public void skipped(String source, String reason) {
        listener.skipped(plain(source), plain(reason));
    }

    @Override
    public void ignored(String source, String reason) {
        listener.ignored(plain(source), plain(reason));
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
