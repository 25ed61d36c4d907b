package dev.tern.documents;

/** Receives the events of a load or a scan, on the thread that iterates or scans. */
public interface LoadListener {
    /** A listener that ignores all events. */
    LoadListener NONE = new LoadListener() {};

    /**
     * Called when a file or page, or a part of it such as a line, is left out or read no further.
     * Empty files and unsupported types go to {@link #ignored}, which by default calls this method.
     *
     * @param source the file or the address, and the part if only that is skipped, without secrets
     * @param reason a predicate about it, such as "is encrypted"
     */
    default void skipped(String source, String reason) {}

    /**
     * Called for a file or page that is empty or has an unsupported type; by default calls {@link
     * #skipped}.
     *
     * @param source the file or the address, without secrets
     * @param reason a predicate about it, such as "is empty"
     */
    default void ignored(String source, String reason) {
        skipped(source, reason);
    }

    /**
     * Called when a document was read with changes, or a store or a page of a site is left out.
     *
     * @param source the file, folder or address, without secrets
     * @param remark a predicate about it, such as "has 3 invalid bytes, each replaced"
     */
    default void documentChanged(String source, String remark) {}

    /**
     * Called after a file, standard input or a page is read, even if it yields no document.
     *
     * @param source the file or the address, without secrets
     * @param bytes the size of a file; 0 for standard input and pages
     */
    default void read(String source, long bytes) {}
}
