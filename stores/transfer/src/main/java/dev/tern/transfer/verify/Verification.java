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
 * Checks everything that makes a graph whole: the files of an embedded store are as they were
 * written, and every row is found by what it says and by nothing else; ids are made from content;
 * every statement of every passage has its row, with the same words, entities and document, and
 * every row has its passage; every entity that is named is there, and none that is not; vectors
 * have unit length and the graph's dimension, and the same statement has the same vector
 * everywhere; the ordinals of a document differ; states do not contradict themselves; statements
 * have the names that edits give them; titles find their passages.
 *
 * <p>The passage is the record: what the others should be follows from it. So the passages are read first, then the rows of
 * statements, then entities, then the passages again, to name what was not there.
 *
 * <p><b>Memory</b> does not grow with the graph: what is remembered of rows, 22 to 43 bytes of a statement and as much of an
 * entity and a title, twice that of a passage, and twice that of a statement while passages are read, goes to files of the temporary
 * folder where it is more than some 250 MB ({@link dev.tern.graph.ContentIdSet}). What is listed is in memory.
 *
 * <p><b>Views.</b> A graph in a store with snapshots may be written meanwhile. A graph on a server should not be: what is written
 * between two passes looks wrong.
 *
 * <p>For one thread; interrupting it ends the check.
 */
public final class Verification {
    /** The most problems that are listed; more are counted. */
    public static final int MOST_PROBLEMS = Findings.MOST_PROBLEMS;

    private Verification() {}

    /**
     * Checks every row of a graph.
     *
     * @param graph the graph; an empty one is whole
     * @param listener hears how it goes on
     * @throws dev.tern.error.TernException if the store fails, or a file of it is damaged, which is named: then its rows are
     *     not to be believed, and a backup is the way out
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
        Checks checks = new Checks(view, description.get(), listener);
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
