package dev.tern.query.overview;

import dev.tern.error.TernException;
import dev.tern.query.rank.Ranking;
import dev.tern.query.trace.Traced;
import dev.tern.store.GraphView;
import java.util.Optional;
import java.util.ServiceLoader;

/** Spreads passages over what a graph is about: the part of overview mode that a module of its own brings. Thread-safe. */
public interface Spreading {
    /** Refuses a graph without themes, which is a {@linkplain TernException#isConflict() conflict}. */
    void require(GraphView graph);

    /**
     * The steps of one question.
     *
     * @param graph what the question may see
     * @param asked the vector of the question
     * @param ofTheWhole whether it names nothing
     */
    Steps over(GraphView graph, float[] asked, boolean ofTheWhole);

    /** The steps of one question, in this order. For one thread. */
    interface Steps {
        /** Finds the themes nearest to the question. */
        Traced nearest();

        /** The passages of these themes, in turn with those of a walk. */
        SpreadPassages spread(Ranking walked);
    }

    /** The one that is there beside this library, if any is. */
    static Optional<Spreading> found() {
        return ServiceLoader.load(Spreading.class, Spreading.class.getClassLoader())
                .findFirst();
    }

    /** The one that is there; where none is, the error says what to add. */
    static Spreading required() {
        return found().orElseThrow(() -> TernException.user(
                "there is no overview mode: what finds themes is missing, add dev.tern:tern-themes"));
    }
}
