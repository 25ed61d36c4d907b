package dev.tern.documents.sync;

import dev.tern.documents.PlaceScan;
import dev.tern.graph.Document;
import dev.tern.graph.Extraction;
import dev.tern.graph.Filter;
import dev.tern.graph.Metadata;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.Passage;
import dev.tern.ingest.Ingestion;
import dev.tern.note.Edit;
import dev.tern.note.SyncedSource;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A source's documents in a graph, from the metadata of its passages, by file or page. A statement
 * that a person added beside them has the same metadata, but is not a file of the source.
 */
final class SourceState {
    private static final String VERSION = "sync_version";
    private static final String ITEM = "sync_item";

    private final Map<String, Item> items = new HashMap<>();

    /** The documents of a file or page. */
    private static final class Item {
        private String version = "";
        private boolean doubtful;
        private boolean ofSeveral;
        private int passages;
        private final Set<String> documents = new LinkedHashSet<>(2);
    }

    private SourceState() {}

    /**
     * Reads the state of a graph.
     *
     * @param whole true if the last run completed, so that no document is partial
     */
    static SourceState of(GraphStore store, String source, boolean whole) {
        SourceState state = new SourceState();
        try (GraphView view = store.visible(Filter.equal(SyncedSource.METADATA, source))) {
            Set<String> added =
                    view.notes().edits().stream().map(Edit::document).collect(Collectors.toSet());
            view.scan(GraphVisitor.ofPassages(passage -> {
                if (!added.contains(passage.documentId())) {
                    state.add(passage);
                }
            }));
        }
        if (!whole) {
            // A document of less than a batch is complete; a file of several documents may lack
            // some.
            state.items.values().stream()
                    .filter(item -> item.ofSeveral || item.passages >= Ingestion.PASSAGES_STORED_AT_ONCE)
                    .forEach(item -> item.doubtful = true);
        }
        return state;
    }

    private void add(Passage passage) {
        String id = text(passage.metadata(), ITEM).orElse(passage.documentId());
        String version = text(passage.metadata(), VERSION).orElse("");
        Item item = items.computeIfAbsent(id, absent -> new Item());
        boolean otherVersion = item.passages > 0 && !item.version.equals(version);
        item.doubtful |= otherVersion || passage.extraction().state() == Extraction.State.WAITING;
        item.version = version;
        item.ofSeveral |= !id.equals(passage.documentId());
        item.passages++;
        item.documents.add(passage.documentId());
    }

    private static Optional<String> text(Metadata metadata, String name) {
        return metadata.value(name).map(MetadataValue::toString);
    }

    /** Returns the loaded version of a file or page; empty if it must be loaded, or is unknown. */
    String version(String id) {
        Item item = items.get(id);
        return item == null || item.doubtful ? "" : item.version;
    }

    boolean has(String id) {
        return items.containsKey(id);
    }

    int size() {
        return items.size();
    }

    /** Returns the number of the source's documents in the graph. */
    int documents() {
        return items.values().stream().mapToInt(item -> item.documents.size()).sum();
    }

    /** Returns the known ids except for some. */
    Set<String> without(Collection<String> ids) {
        Set<String> rest = new HashSet<>(items.keySet());
        ids.forEach(rest::remove);
        return rest;
    }

    /** Returns the ids of the documents of a file or page. */
    Set<String> documents(String id) {
        Item item = items.get(id);
        return item == null ? Set.of() : item.documents;
    }

    /** Returns a document with the metadata of its source. */
    static Document marked(Document document, String source, String item, PlaceScan.Loaded loaded) {
        Metadata metadata =
                document.metadata().with(SyncedSource.METADATA, source).with(VERSION, loaded.version());
        return document.withMetadata(document.id().equals(item) ? metadata : metadata.with(ITEM, item));
    }

    /** Returns the other source of a document, if any. */
    static Optional<String> otherOwner(GraphStore store, String id, String source) {
        return store.passages(GraphView.PassagesBy.DOCUMENT, List.of(id)).stream()
                .flatMap(passage -> text(passage.value().metadata(), SyncedSource.METADATA).stream())
                .filter(owner -> !owner.equals(source))
                .findFirst();
    }
}
