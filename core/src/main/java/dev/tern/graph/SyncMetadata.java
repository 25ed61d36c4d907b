package dev.tern.graph;

/** The metadata of a document that was synchronised from a folder or site, the source. */
public final class SyncMetadata {
    /** The name of the source that a document belongs to. */
    public static final String SOURCE = "sync_source";

    /** The version of a document's file or page. */
    public static final String VERSION = "sync_version";

    /** The file or page of a document, if it is not the document's id. */
    public static final String ITEM = "sync_item";

    private SyncMetadata() {}

    /** Returns metadata without the version and file, which only later runs need. */
    public static SourceMetadata withoutVersion(SourceMetadata metadata) {
        return metadata.without(VERSION).without(ITEM);
    }

    /** Returns true for an address with {@code http} or {@code https}. */
    public static boolean isSite(String address) {
        return address.matches("(?i)https?://.*");
    }
}
