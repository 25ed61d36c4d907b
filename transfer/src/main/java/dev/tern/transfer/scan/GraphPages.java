package dev.tern.transfer.scan;

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
 * page is at most {@value #PAGE_PASSAGES} passages or about {@value #PAGE_VECTOR_MEGABYTES} MB of
 * vectors.
 */
public final class GraphPages {
    /** The most passages of a page. */
    public static final int PAGE_PASSAGES = 256;

    /** The most statements of a page. */
    public static final int PAGE_STATEMENTS = 4096;

    /** About the most memory for the vectors of a page. */
    public static final int PAGE_VECTOR_MEGABYTES = 16;

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

    /** Stops a scan that is no longer wanted; stores themselves may take long to notice. */
    public static void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while reading the graph");
        }
    }
}
