package dev.tern.transfer.scan;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.BatchMaker;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Reads a graph from end to end, a page of whole passages after the other, in memory that does not grow with the graph: a
 * page is at most {@value PageReader#PASSAGES} passages or about {@value PageReader#VECTOR_MEGABYTES} MB of
 * vectors.
 */
public final class GraphPages {
    private GraphPages() {}

    /**
     * The passages, each once.
     *
     * @param page hears each page, in the thread that calls
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
     * The passages with the vectors of everything that they state.
     *
     * @param page hears each page, in the thread that calls
     * @throws TernException if the graph lacks a relation or an entity that one of them states
     * @throws CancellationException if the thread is interrupted
     */
    public static void batches(GraphView view, Consumer<GraphBatch> page) {
        view.description().ifPresent(description -> batches(view, description, page));
    }

    private static void batches(GraphView view, GraphDescription description, Consumer<GraphBatch> page) {
        VectorSource vectors = new StoredVectors(view, Set.of());
        passages(
                view,
                passages -> page.accept(BatchMaker.ofEmbedded(passages, description.dimension())
                        .from(vectors)
                        .batch(description.embeddingModel(), Set.of())));
    }

    /** The entities, in no particular order. */
    public static void entities(GraphView view, Consumer<Entity> entities) {
        view.scan(new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.ENTITY);
            }

            @Override
            public void entity(Embedded<Entity> entity) {
                Cancellation.check("reading the graph");
                entities.accept(entity.value());
            }
        });
    }

    /** The statements of passages, in no particular order. */
    public static void relations(GraphView view, Consumer<RelationRow> relations) {
        view.scan(new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.RELATION);
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                Cancellation.check("reading the graph");
                relations.accept(relation.value());
            }
        });
    }
}
