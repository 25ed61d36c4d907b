package dev.tern.theme.leiden;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataFilter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.shared.StoreWriter;
import dev.tern.theme.Themes;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the themes of a graph and stores them in its notes. No model is called.
 *
 * <p>The graph is read once. The same graph and seed give the same themes, on any machine and for
 * any order of documents, except for the spelling of names; {@link #update} starts with the
 * existing themes instead, so that they stay where little has changed. Hidden sources are left
 * out, as in queries.
 *
 * <p>Memory is about 0.7 GB per million relations. Thread-safe; an interrupt ends a search without
 * changes.
 */
public final class ThemeFinder {
    /** The seed used by default. */
    public static final long DEFAULT_SEED = 20_240_607;

    private final GraphStore store;
    private final InstantSource clock;

    /** Creates a finder for a graph. The caller closes the store. */
    public ThemeFinder(GraphStore store) {
        this(store, InstantSource.system());
    }

    /**
     * Creates a finder for a graph.
     *
     * @param store the graph, closed by the caller
     * @param clock gives the time of a search
     */
    public ThemeFinder(GraphStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Finds themes anew and replaces existing ones.
     *
     * @param by the user recorded in the notes
     * @param seed the seed of the order in which entities are tried
     * @param listener receives progress
     * @return the themes; none if no statements connect three entities
     * @throws TernException the user's fault, if the graph is empty, its notes are too large, or
     *     the thread is interrupted
     */
    public Themes find(String by, long seed, ThemesListener listener) {
        return keep(by, seed, Optional.empty(), listener);
    }

    /**
     * Finds themes like {@link #find}, but starts from the existing ones, if there are any. A theme
     * keeps the id of an earlier one with the same parent and at least half of the central names.
     */
    public Themes update(String by, long seed, ThemesListener listener) {
        return keep(by, seed, Themes.of(store.latest().notes()), listener);
    }

    /** Finds themes anew with the usual seed, and stores nothing. */
    public Themes preview() {
        return search(DEFAULT_SEED, Optional.empty(), ThemesListener.NONE);
    }

    private Themes search(long seed, Optional<Themes> former, ThemesListener listener) {
        try (GraphView rows = store.shown(MetadataFilter.everything())) {
            return new ThemeSearch(rows, seed, listener)
                    .find(former, clock.instant().truncatedTo(ChronoUnit.SECONDS));
        }
    }

    private Themes keep(String by, long seed, Optional<Themes> former, ThemesListener listener) {
        if (store.latest().description().isEmpty()) {
            throw TernException.user("the graph is empty: it has no themes; add documents first");
        }
        Themes themes = search(seed, former, listener);
        StatementScan.requireUninterrupted();
        StoreWriter writer = StoreWriter.of(store);
        writer.inTurn("storing themes", () -> {
            Themes left = withoutRemoved(themes);
            writer.changeNotes(present -> left.keptIn(present, by));
            return left;
        });
        return Themes.of(store.latest().notes()).orElse(themes);
    }

    /** Drops names of entities that were removed during the search. */
    private Themes withoutRemoved(Themes themes) {
        Set<String> ids = themes.all().stream()
                .flatMap(theme -> theme.names().stream())
                .map(ContentId::ofEntity)
                .collect(Collectors.toSet());
        store.latest().entities(ids).forEach(entity -> ids.remove(entity.value().id()));
        return themes.without(name -> ids.contains(ContentId.ofEntity(name)));
    }
}
