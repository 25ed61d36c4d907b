package dev.tern.profile;

import dev.tern.GraphRag;
import dev.tern.alias.EntityAliases;
import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.OptionalInt;

/**
 * Says how a graph is doing: what it holds, whether its names join passages, what is wrong in it, and whether {@code local} will
 * find more than plain vector search. No model is asked and nothing is changed.
 *
 * <p>The graph is read twice from end to end, and once more for names to merge if it has up to 200,000 entities. What is looked
 * at closely is a sample: time grows with the graph, memory, but for the names to merge, with the sample. Sources in
 * quarantine are left out, as they are for questions. Thread-safe.
 */
public final class GraphProfiler {
    /** How many passages and entities are drawn unless it is said. */
    public static final int USUAL_SAMPLE = 500;

    /** The fewest that can be asked for. */
    public static final int LEAST_SAMPLE = 50;

    /** The most that can be asked for. */
    public static final int MOST_SAMPLE = 10_000;

    /** The seed unless it is said. */
    public static final long USUAL_SEED = 20_240_607;

    /** With more entities their aliases are not looked for: that takes memory for all names. */
    private static final int MOST_ENTITIES_FOR_ALIASES = 200_000;

    private final GraphStore store;

    /** A profiler of a graph, which stays the caller's. */
    public GraphProfiler(GraphStore store) {
        this.store = store;
    }

    /**
     * A profiler of all that a {@link GraphRag} is about.
     *
     * @throws TernException if that has a scope
     */
    public static GraphProfiler of(GraphRag rag) {
        return new GraphProfiler(rag.whole("profiling"));
    }

    /** The profile of the graph, from the usual sample. */
    public GraphProfile profile() {
        return profile(USUAL_SAMPLE, USUAL_SEED, ProfileListener.NONE);
    }

    /**
     * The profile of the graph.
     *
     * @param sample how many passages and entities to look at closely, {@value #LEAST_SAMPLE} to {@value #MOST_SAMPLE}
     * @param seed draws them; the same seed draws the same
     * @param listener hears how it goes on
     * @throws TernException if the sample is out of its range, the graph is empty or the store fails
     */
    public GraphProfile profile(int sample, long seed, ProfileListener listener) {
        if (sample < LEAST_SAMPLE || sample > MOST_SAMPLE) {
            throw TernException.user("the sample is " + sample + "; it is from " + LEAST_SAMPLE + " to " + MOST_SAMPLE);
        }
        if (store.description().isEmpty()) {
            throw TernException.user("the graph is empty: there is nothing to profile");
        }
        try (GraphView view = store.shown(Filter.everything())) {
            return new Survey(view, sample, seed, listener).profile(aliases(view));
        }
    }

    private OptionalInt aliases(GraphView view) {
        return view.statistics().entities() > MOST_ENTITIES_FOR_ALIASES
                ? OptionalInt.empty()
                : OptionalInt.of(new EntityAliases(store)
                        .suggest(EntityAliases.MAX_SUGGESTIONS)
                        .likely()
                        .size());
    }
}
