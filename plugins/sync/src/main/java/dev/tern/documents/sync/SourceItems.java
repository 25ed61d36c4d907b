package dev.tern.documents.sync;

import dev.tern.documents.PlaceScan;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.SyncMetadata;
import dev.tern.ingest.Ingestion;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The documents of a source in a target, by file or page. Not thread-safe. */
final class SourceItems {
    private final Map<String, SourceItem> items = new HashMap<>();

    private static final class SourceItem {
        private String version = "";
        private boolean doubtful;
        private boolean ofSeveral;
        private int passages;
        private final Set<String> documents = new LinkedHashSet<>(2);
    }

    /**
     * Adds a passage, or a whole document if the target does not know its passages.
     *
     * @param id the id of the file or page
     * @param document the document's id
     * @param version the version of the file or page from which the passage was made
     * @param unfinished true if the passage or document was not written completely
     */
    void add(String id, String document, String version, boolean unfinished) {
        SourceItem item = items.computeIfAbsent(id, absent -> new SourceItem());
        boolean otherVersion = item.passages > 0 && !item.version.equals(version);
        item.doubtful |= otherVersion || unfinished;
        item.version = version;
        item.ofSeveral |= !id.equals(document);
        item.passages++;
        item.documents.add(document);
    }

    /**
     * Ends the additions, and returns this state. If the last run did not complete, documents that
     * may be partial are marked to be loaded again.
     *
     * @param whole true if the last run completed
     */
    SourceItems read(boolean whole) {
        if (!whole) {
            // A lone document is partial only after a full batch; of several, any may be missing.
            items.values().stream()
                    .filter(item -> item.ofSeveral || item.passages >= Ingestion.PASSAGES_STORED_AT_ONCE)
                    .forEach(item -> item.doubtful = true);
        }
        return this;
    }

    /** Returns the version of an item; empty if it is unknown or must be loaded again. */
    String version(String id) {
        SourceItem item = items.get(id);
        return item == null || item.doubtful ? "" : item.version;
    }

    boolean contains(String id) {
        return items.containsKey(id);
    }

    int size() {
        return items.size();
    }

    /** Returns the number of the source's documents in the target. */
    int documents() {
        return items.values().stream().mapToInt(item -> item.documents.size()).sum();
    }

    /** Returns the ids of the files and pages of the source except for the given ones. */
    Set<String> without(Collection<String> ids) {
        Set<String> rest = new HashSet<>(items.keySet());
        ids.forEach(rest::remove);
        return rest;
    }

    /** Returns the ids of the documents of a file or page; none if it is unknown. */
    Set<String> documents(String id) {
        SourceItem item = items.get(id);
        return item == null ? Set.of() : item.documents;
    }

    /** Returns a document with the metadata that mark its source. */
    static SourceDocument marked(SourceDocument document, String source, String item, PlaceScan.Loaded loaded) {
        SourceMetadata metadata =
                document.metadata().with(SyncMetadata.SOURCE, source).with(SyncMetadata.VERSION, loaded.version());
        return document.withMetadata(document.id().equals(item) ? metadata : metadata.with(SyncMetadata.ITEM, item));
    }
}
