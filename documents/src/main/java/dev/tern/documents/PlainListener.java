package dev.tern.documents;

/** Passes events on without control characters, which a terminal would interpret. */
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

    /** Replaces every control character by a question mark. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}|[\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069]", "?");
    }
}
