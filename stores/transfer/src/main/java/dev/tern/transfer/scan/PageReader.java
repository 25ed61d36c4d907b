package dev.tern.transfer.scan;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Groups passages into pages of limited length, by the number of passages and by the memory that
 * the vectors of their statements take.
 */
public final class PageReader implements GraphVisitor {
    /** The maximum number of passages of a page. */
    public static final int PASSAGES = 256;

    /**
     * The approximate maximum memory for the vectors of a page; one passage with more is a page of
     * its own.
     */
    public static final int VECTOR_MEGABYTES = 16;

    private static final int STATEMENTS = 4096;

    /** The assumed number of vectors of a statement: its own, and usually two of entities. */
    private static final int VECTORS_PER_STATEMENT = 3;

    private final long maxStatements;
    private final Consumer<List<Embedded<Passage>>> pages;
    private List<Embedded<Passage>> page = new ArrayList<>();
    private int statements;

    /**
     * Creates a reader of pages.
     *
     * @param dimension the dimension of the graph's vectors
     * @param pages gets each page
     */
    public PageReader(int dimension, Consumer<List<Embedded<Passage>>> pages) {
        long bytes = (long) VECTORS_PER_STATEMENT * dimension * Float.BYTES;
        this.maxStatements = Math.clamp(((long) VECTOR_MEGABYTES << 20) / bytes, 1, STATEMENTS);
        this.pages = pages;
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.PASSAGE);
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        int more = passage.value().statements().size();
        if (page.size() >= PASSAGES || (!page.isEmpty() && statements + more > maxStatements)) {
            end();
        }
        page.add(passage);
        statements += more;
    }

    /**
     * Passes the current page on, unless it is empty. Has to be called after the last passage.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public void end() {
        Cancellation.check("reading the graph");
        if (page.isEmpty()) {
            return;
        }
        List<Embedded<Passage>> full = page;
        page = new ArrayList<>();
        statements = 0;
        pages.accept(full);
    }
}
