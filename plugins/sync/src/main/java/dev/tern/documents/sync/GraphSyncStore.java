package dev.tern.documents.sync;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SyncMetadata;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.note.Edit;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.shared.StoreWriter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Keeps sources in the notes of a graph, and finds their documents by the metadata of passages. A
 * statement that a user added to a document has the same metadata, but is no document of the
 * source.
 *
 * @param removing removes documents and returns the number found
 */
record GraphSyncStore(GraphStore store, ToIntFunction<Collection<String>> removing) implements SyncStore {
    @Override
    public List<SyncedSource> sources() {
        return SyncedSource.in(store.latest().notes());
    }

    /** Stores a source's state; in an empty graph, which has no notes, only after the first run. */
    @Override
    public void keep(SyncedSource source) {
        if (store.latest().description().isPresent()) {
            StoreWriter.of(store).changeNotes(source::putInto);
        }
    }

    @Override
    public void forget(String source) {
        StoreWriter.of(store).changeNotes(notes -> SyncedSource.without(notes, source));
    }

    @Override
    public SourceItems documents(String source, boolean whole) {
        SourceItems state = new SourceItems();
        try (GraphView view = store.latest().visible(MetadataFilter.equal(SyncMetadata.SOURCE, source))) {
            Set<String> added =
                    view.notes().edits().stream().map(Edit::document).collect(Collectors.toSet());
            view.scan(GraphVisitor.ofPassages(passage -> {
                if (!added.contains(passage.documentId())) {
                    add(state, passage);
                }
            }));
        }
        return state.read(whole);
    }

    private static void add(SourceItems state, Passage passage) {
        state.add(
                passage.metadata().text(SyncMetadata.ITEM).orElse(passage.documentId()),
                passage.documentId(),
                passage.metadata().text(SyncMetadata.VERSION).orElse(""),
                passage.extraction().state() == Extraction.State.WAITING);
    }

    @Override
    public List<Passage> passages(String document) {
        return store.latest().passages(GraphView.PassagesBy.DOCUMENT, List.of(document)).stream()
                .map(Embedded::value)
                .toList();
    }

    @Override
    public Optional<String> otherOwner(String document, String source) {
        return passages(document).stream()
                .flatMap(passage -> passage.metadata().text(SyncMetadata.SOURCE).stream())
                .filter(owner -> !owner.equals(source))
                .findFirst();
    }

    @Override
    public int remove(Collection<String> documents) {
        return removing.applyAsInt(documents);
    }

    @Override
    public int removeFinally(Collection<String> documents, ToIntFunction<Collection<String>> removal) {
        return DocumentRemoval.remove(store, documents, removal);
    }

    @Override
    public String name() {
        return "the graph";
    }

    @Override
    public String adviceOnMove() {
        return "give this one another name with --name, or use --moved if the source moved";
    }

    @Override
    public String otherName(String name) {
        return "say --name " + name;
    }

    @Override
    public String permission() {
        return "tern sync --yes removes them from the graph";
    }
}
