package dev.tern.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.tern.documents.sync.PassageStore;
import dev.tern.documents.sync.SyncTarget;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.ingest.split.Splitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Any {@link EmbeddingStore} as a target of {@code tern-sync}: the documents of folders and sites
 * are split into segments, embedded, and kept up to date, without a graph. {@link
 * SyncTarget#of(dev.tern.GraphRag)} makes a graph of them instead.
 *
 * <p>Segments have the metadata of {@link GraphContent} except for relations: the user's own, the
 * ids of document and passage, title, heading and page. Thread-safe if store and model are.
 */
public final class EmbeddingStoreTarget implements PassageStore {
    private static final String ANY_TEXT = "document";

    private final EmbeddingStore<TextSegment> store;
    private final EmbeddingModel model;

    EmbeddingStoreTarget(EmbeddingStore<TextSegment> store, EmbeddingModel model) {
        this.store = store;
        this.model = model;
    }

    /**
     * Returns a target over a store that can remove by id.
     *
     * @param model embeds the segments
     * @param ledger a file that records the contents of this store alone, as {@link
     *     SyncTarget#of(PassageStore, Path)} describes
     */
    public static SyncTarget of(EmbeddingStore<TextSegment> store, EmbeddingModel model, Path ledger) {
        return SyncTarget.of(new EmbeddingStoreTarget(store, model), ledger);
    }

    /**
     * Returns a target over a store that can remove by id.
     *
     * @param splitter makes the passages of a document
     */
    public static SyncTarget of(
            EmbeddingStore<TextSegment> store, EmbeddingModel model, Path ledger, Splitter splitter) {
        return SyncTarget.of(new EmbeddingStoreTarget(store, model), ledger, splitter);
    }

    @Override
    public void add(List<Passage> passages) {
        List<TextSegment> segments = passages.stream()
                .map(passage -> TextSegment.from(PassageStore.text(passage), GraphContent.metadata(passage, List.of())))
                .toList();
        List<Embedding> embeddings = embedded(segments);
        stored("add", () -> store.addAll(passages.stream().map(Passage::id).toList(), embeddings, segments));
    }

    @Override
    public void remove(List<String> passageIds) {
        stored("remove", () -> store.removeAll(passageIds));
    }

    /** Returns true if a search finds nothing. */
    @Override
    public boolean isEmpty() {
        EmbeddingSearchRequest any = EmbeddingSearchRequest.builder()
                .query(ANY_TEXT)
                .queryEmbedding(embedded(List.of(TextSegment.from(ANY_TEXT))).getFirst())
                .maxResults(1)
                .build();
        List<EmbeddingMatch<TextSegment>> found = new ArrayList<>();
        stored("search", () -> found.addAll(store.search(any).matches()));
        return found.isEmpty();
    }

    private List<Embedding> embedded(List<TextSegment> segments) {
        try {
            return model.embedAll(segments).content();
        } catch (TernException e) {
            throw e;
        } catch (RuntimeException e) {
            throw TernException.model("the embedding model failed: " + e.getMessage(), e);
        }
    }

    private void stored(String verb, Runnable call) {
        String name = store.getClass().getSimpleName();
        try {
            call.run();
        } catch (TernException e) {
            throw e;
        } catch (UnsupportedFeatureException e) {
            throw TernException.operator(
                    "the EmbeddingStore " + name + " cannot " + verb
                            + " segments by id, as synchronising needs: use another",
                    e);
        } catch (RuntimeException e) {
            throw TernException.store("the EmbeddingStore " + name + " did not " + verb + ": " + e.getMessage(), e);
        }
    }
}
