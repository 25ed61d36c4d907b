package dev.tern.profile;

import dev.tern.GraphRag;
import dev.tern.curation.alias.AliasFinder;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.OptionalInt;

/**
 * Profiles a graph: its contents, the links between passages, wrong names and duplicates, and the
 * expected benefit of local mode over plain vector search. No model is called and nothing is
 * changed.
 *
 * <p>The graph is read twice, and once more for aliases if it has up to 200,000 entities. Details
 * come from a sample: time grows with the graph, but memory only with the sample, except for
 * aliases. Hidden sources are left out, as in queries. Thread-safe.
 */
public final class Profile {
    /** The default size of a sample: the maximum number of passages, and of entities. */
    public static final int DEFAULT_SAMPLE = 500;

    /** The minimum size of a sample. */
    public static final int MIN_SAMPLE = 50;

    /** The maximum size of a sample. */
    public static final int MAX_SAMPLE = 10_000;

    /** The seed used by default. */
    public static final long DEFAULT_SEED = 20_240_607;

    /** The maximum number of entities for an alias search, which holds all names in memory. */
    private static final int MAX_ENTITIES_FOR_ALIASES = 200_000;

    private Profile() {}

    /**
     * Returns the profile of the graph of a {@link GraphRag}, from a sample of the default size.
     *
     * @throws TernException the user's fault, if the instance has a scope or the graph is empty;
     *     the store's, if it fails
     */
    public static GraphProfile of(GraphRag rag) {
        return of(rag.store("profiling"), DEFAULT_SAMPLE, DEFAULT_SEED, ProfileListener.NONE);
    }

    /**
     * Returns the profile of a graph.
     *
     * @param store the graph, closed by the caller
     * @param sample the maximum number of passages, and of entities, in the sample: {@value
     *     #MIN_SAMPLE} to {@value #MAX_SAMPLE}
     * @param seed the same seed selects the same sample
     * @param listener receives progress
     * @throws TernException the user's fault, if the sample is out of range or the graph is empty;
     *     the store's, if it fails
     */
    public static GraphProfile of(GraphStore store, int sample, long seed, ProfileListener listener) {
        if (sample < MIN_SAMPLE || sample > MAX_SAMPLE) {
            throw TernException.user("the sample is " + sample + "; it must be " + MIN_SAMPLE + " to " + MAX_SAMPLE);
        }
        if (store.latest().description().isEmpty()) {
            throw TernException.user("the graph is empty: there is nothing to profile");
        }
        try (GraphView view = store.shown(MetadataFilter.everything())) {
            return new ProfileRun(view, sample, seed, listener).profile(aliases(store, view));
        }
    }

    private static OptionalInt aliases(GraphStore store, GraphView view) {
        return view.statistics().entities() > MAX_ENTITIES_FOR_ALIASES
                ? OptionalInt.empty()
                : OptionalInt.of(new AliasFinder(store)
                        .suggest(AliasFinder.MAX_SUGGESTIONS)
                        .likely()
                        .size());
    }
}
