package dev.tern.documents;

/** Receives events of a load, on the thread that iterates over the documents. */
public interface LoadListener {
    /** A listener that ignores all events. */
    LoadListener NONE = new LoadListener() {};

    /**
     * A place yields no document.
     *
     * @param source the file or the address, without secrets
     * @param reason a clause about it, such as "is encrypted"
     */
    default void skipped(String source, String reason) {}

    /**
     * A place has no content: it is empty or of an unsupported type. Calls {@link #skipped} by
     * default.
     *
     * @param source the file or the address, without secrets
     * @param reason a clause about it, such as "is empty"
     */
    default void ignored(String source, String reason) {
        skipped(source, reason);
    }

    /**
     * A document was read with changes.
     *
     * @param source the file or the address, without secrets
     * @param note a clause about it, such as "has 3 invalid bytes, each replaced"
     */
    default void noted(String source, String note) {}

    /**
     * A file, standard input or a page was read to its end, even if it yielded no document.
     *
     * @param source the file or the address, without secrets
     * @param bytes its size, as {@link Listing} counts it
     */
    default void read(String source, long bytes) {}
}
