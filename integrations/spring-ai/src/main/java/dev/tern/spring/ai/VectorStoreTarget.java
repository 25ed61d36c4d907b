package dev.tern.spring.ai;

import dev.tern.documents.sync.PassageStore;
import dev.tern.documents.sync.SyncTarget;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.ingest.split.Splitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;

/**
 * Any {@link VectorStore} as a target of {@code tern-sync}: the documents of folders and sites are
 * split into passages, embedded by the store, and kept up to date, without a graph. {@link
 * SyncTarget#of(dev.tern.GraphRag)} makes a graph of them instead.
 *
 * <p>Each passage is a document with the metadata of {@link GraphDocumentRetriever} except for the
 * relations: the user's own, the document's id and title, heading and page. Thread-safe if the
 * store is.
 */
public final class VectorStoreTarget implements PassageStore {
    private final VectorStore store;

    VectorStoreTarget(VectorStore store) {
        this.store = store;
    }

    /**
     * Returns a target over a store.
     *
     * @param ledger a file that records the contents of this store alone, as {@link
     *     SyncTarget#of(PassageStore, Path)} describes
     */
    public static SyncTarget of(VectorStore store, Path ledger) {
        return SyncTarget.of(new VectorStoreTarget(store), ledger);
    }

    /**
     * Returns a target over a store.
     *
     * @param splitter makes the passages of a document
     */
    public static SyncTarget of(VectorStore store, Path ledger, Splitter splitter) {
        return SyncTarget.of(new VectorStoreTarget(store), ledger, splitter);
    }

    @Override
    public void add(List<Passage> passages) {
        List<Document> documents =
                passages.stream().map(VectorStoreTarget::document).toList();
        stored("add", () -> store.add(documents));
    }

    private static Document document(Passage passage) {
        return Document.builder()
                .id(passage.id())
                .text(PassageStore.text(passage))
                .metadata(GraphDocumentRetriever.metadata(passage))
                .build();
    }

    @Override
    public void remove(List<String> passageIds) {
        stored("remove", () -> store.delete(passageIds));
    }

    /**
     * Returns true if a search finds nothing, which is also so if no passage of a very small store
     * has a positive cosine with the query.
     */
    @Override
    public boolean isEmpty() {
        SearchRequest any = SearchRequest.builder().query("document").topK(1).build();
        List<Document> found = new ArrayList<>();
        stored("search", () -> found.addAll(store.similaritySearch(any)));
        return found.isEmpty();
    }

    /**
     * Calls the store, and converts its failure. The store also embeds, and Spring AI does not say
     * which of the two failed.
     */
    private void stored(String verb, Runnable call) {
        try {
            call.run();
        } catch (TernException e) {
            throw e;
        } catch (RuntimeException e) {
            throw TernException.store(
                    "the VectorStore " + store.getName() + ", or its embedding model, did not " + verb + ": "
                            + e.getMessage(),
                    e);
        }
    }
}
