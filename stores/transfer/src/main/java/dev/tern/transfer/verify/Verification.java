package dev.tern.transfer.verify;

import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Checks that a graph is whole.
 *
 * <p>A graph is whole if the files of an embedded store match their checksums, and index entries
 * match their rows; ids match content; every statement of every passage has its row, with the same
 * words, entities and document, and every row has its passage; there are entities for exactly the
 * names in passages; vectors have unit length and the graph's dimension, and a statement has the
 * same vector everywhere; the ordinals of a document differ; states are consistent; statements have
 * the names that edits give them; passages are found by their titles; no removal is unfinished.
 *
 * <p>All other rows follow from the passages. So the passages are read first, then the rows of
 * statements, then entities, then the passages again, to report missing rows.
 *
 * <p><b>Memory</b>: 22 to 43 bytes for each entity, title and statement, twice that for each
 * passage, and for each statement until all passages are read. Beyond some 250 MB they go to
 * temporary files ({@link dev.tern.store.shared.ContentIdSet}). The listed problems are in memory.
 *
 * <p><b>Views.</b> A graph in a store with snapshots may be written meanwhile. A graph on a server
 * should not be: writes between two passes look like problems.
 *
 * <p>Not thread-safe; an interrupt of the thread ends the check.
 */
public final class Verification {
    /** The maximum number of problems listed; further ones are only counted. */
    public static final int MAX_PROBLEMS = Findings.MAX_PROBLEMS;

    private Verification() {}

    /**
     * Checks every row of a graph.
     *
     * @param graph the graph; an empty one is whole
     * @param listener gets the progress
     * @throws dev.tern.error.TernException if the store fails or one of its files is damaged; the
     *     message names the file. Rows are then unreliable, and a backup has to be restored
     * @throws CancellationException if the thread is interrupted
     */
    public static VerificationReport check(GraphStore graph, VerificationListener listener) {
        try (GraphView view = graph.view(Consistency.STRONG)) {
            return check(view, listener);
        }
    }

    private static VerificationReport check(GraphView view, VerificationListener listener) {
        long start = System.nanoTime();
        Optional<GraphDescription> description = view.description();
        if (description.isEmpty()) {
            return new VerificationReport(0, 0, 0, Map.of(), List.of(), 0);
        }
        RowChecks checks = new RowChecks(view, description.get(), listener);
        checks.run();
        new MissingRows(view, checks, listener).run();
        return new VerificationReport(
                checks.passages,
                checks.relations,
                checks.entities,
                checks.findings.counts(),
                checks.findings.problems(),
                (System.nanoTime() - start) / 1e6);
    }
}
