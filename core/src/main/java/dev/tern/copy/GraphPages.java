package dev.tern.copy;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Reads a graph from end to end, a page of whole passages after the other, in memory that does not grow with the graph: a
 * page is at most {@value GraphCopy#PAGE_PASSAGES} passages or about {@value GraphCopy#PAGE_VECTOR_MEGABYTES} MB of
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
        SourceVectors vectors = new SourceVectors(view, description);
        passages(view, passages -> page.accept(vectors.batch(passages)));
    }
}
