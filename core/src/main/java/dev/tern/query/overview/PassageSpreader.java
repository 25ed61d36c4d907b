package dev.tern.query.overview;

import dev.tern.error.TernException;
import dev.tern.query.rank.Ranking;
import dev.tern.query.trace.TracedResult;
import dev.tern.store.GraphView;
import java.util.Optional;
import java.util.ServiceLoader;

/** Spreads passages over themes, for overview mode; another module implements it. Thread-safe. */
public interface PassageSpreader {
    /** Throws a {@linkplain TernException#isConflict() conflict} if a graph has no themes. */
    void require(GraphView graph);

    /**
     * Returns the steps of one question.
     *
     * @param graph the graph as the question may see it
     * @param asked the vector of the question
     * @param ofTheWhole true if the question contains no name
     */
    OverviewSteps steps(GraphView graph, float[] asked, boolean ofTheWhole);

    /** The steps of one question, in this order. Not thread-safe. */
    interface OverviewSteps {
        /** Finds the themes nearest to the question. */
        TracedResult nearest();

        /** Returns the passages of these themes, interleaved with passages of the graph search. */
        SpreadPassages spread(Ranking walked);
    }

    /** Returns the implementation on the class path, if there is one. */
    static Optional<PassageSpreader> installed() {
        return ServiceLoader.load(PassageSpreader.class, PassageSpreader.class.getClassLoader())
                .findFirst();
    }

    /** Returns the implementation, or throws a {@link TernException} naming the missing module. */
    static PassageSpreader required() {
        return installed()
                .orElseThrow(() ->
                        TernException.user("overview mode needs dev.tern:tern-themes, which is not on the class path"));
    }
}
