package dev.tern.documents;

/** Hears what happens while documents are loaded, on the thread that asks for them. */
public interface LoadListener {
    /** A listener that ignores all events. */
    LoadListener NONE = new LoadListener() {};

    /**
     * A place gives no document.
     *
     * @param source the file or the address, without secrets
     * @param reason a clause about it, such as "is encrypted"
     */
    default void skipped(String source, String reason) {}

    /**
     * A place has nothing to read: it is empty, or of a type that is not read. Tells {@link #skipped} unless it is overridden.
     *
     * @param source the file or the address, without secrets
     * @param reason a clause about it, such as "is empty"
     */
    default void ignored(String source, String reason) {
        skipped(source, reason);
    }

    /**
     * A document was read, but not quite as it is.
     *
     * @param source the file or the address, without secrets
     * @param note a clause about it, such as "has 3 invalid bytes, each replaced"
     */
    default void noted(String source, String note) {}

    /**
     * A file, standard input or a page was read to its end, whether it gave documents or not.
     *
     * @param source the file or the address, without secrets
     * @param bytes its size, as {@link Listing} counts it
     */
    default void read(String source, long bytes) {}
}
