package dev.tern.transfer.scan;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.BatchMaker;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.shared.ContentIdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Reads a whole graph in pages of whole passages, in constant memory: a page has at most {@value
 * PageReader#PASSAGES} passages and about {@value PageReader#VECTOR_MEGABYTES} MB of vectors.
 */
public final class GraphPages {
    private static final String LAST_NOTE = "fe";

    private GraphPages() {}

    /**
     * Visits the passages, each once.
     *
     * @param page called with each page, on the calling thread
     * @throws CancellationException if the thread is interrupted
     */
    public static void passages(GraphView view, Consumer<List<Embedded<Passage>>> page) {
        view.description().ifPresent(description -> {
            PageReader reader = new PageReader(description.dimension(), page);
            view.scan(reader);
            reader.end();
        });
    }

    /**
     * Visits the passages, each once. The order depends only on their ids, so it is the same for
     * equal graphs. An earlier pass collects the ids in a {@link ContentIdSet}.
     *
     * @param page called with each page, on the calling thread
     * @throws TernException if a passage is not found by its id, as during writes on a server
     * @throws CancellationException if the thread is interrupted
     */
    public static void passagesInOrder(GraphView view, Consumer<List<Embedded<Passage>>> page) {
        view.description().ifPresent(description -> {
            ContentIdSet ids = new ContentIdSet();
            passages(
                    view,
                    some -> some.forEach(passage -> record(ids, passage.value().id())));
            PageReader reader = new PageReader(description.dimension(), page);
            List<String> next = new ArrayList<>();
            AtomicLong found = new AtomicLong();
            Runnable read = () -> {
                List<Embedded<Passage>> some = view.passages(PassagesBy.ID, next);
                found.addAndGet(some.size());
                some.forEach(reader::passage);
                next.clear();
            };
            ids.inOrder(id -> {
                next.add(id);
                if (id.endsWith(LAST_NOTE)) {
                    next.add(id.substring(0, id.length() - LAST_NOTE.length()) + "ff");
                }
                if (next.size() >= PageReader.PASSAGES) {
                    read.run();
                }
            });
            read.run();
            reader.end();
            if (found.get() != ids.size()) {
                throw TernException.store(String.format(
                        Locale.ROOT,
                        "the graph has %,d passages, and %,d of them are found by their ids: it was written meanwhile"
                                + " in a store without snapshots, or is inconsistent. Read it again without concurrent"
                                + " writes, or repair it (tern reindex)",
                        ids.size(),
                        found.get()));
            }
        });
    }

    /**
     * Adds an id to a set that keeps its first 30 digits, with the last two as its number. The
     * largest number, fe, also stands for ff.
     */
    private static void record(ContentIdSet ids, String id) {
        int last = ContentId.isValid(id) ? Integer.parseInt(id.substring(id.length() - LAST_NOTE.length()), 16) : 0;
        ids.number(id, Math.min(last, ContentIdSet.MAX_NUMBER));
    }

    /**
     * Visits the passages in order with the vectors of their relations and entities.
     *
     * @param page called with each page, on the calling thread
     * @throws TernException if a passage, or a relation or entity of a passage, is not found
     * @throws CancellationException if the thread is interrupted
     */
    public static void batches(GraphView view, Consumer<GraphBatch> page) {
        view.description().ifPresent(description -> batches(view, description, page));
    }

    private static void batches(GraphView view, GraphDescription description, Consumer<GraphBatch> page) {
        VectorSource vectors = new StoredVectors(view);
        passagesInOrder(
                view,
                passages -> page.accept(BatchMaker.ofEmbedded(passages, description.dimension())
                        .from(vectors)
                        .batch(description.embeddingModel(), Set.of())));
    }

    /** Visits the entities, in no particular order. */
    public static void entities(GraphView view, Consumer<Entity> entities) {
        view.scan(GraphVisitor.ofEntities(entity -> {
            Cancellation.check("reading the graph");
            entities.accept(entity);
        }));
    }
}
