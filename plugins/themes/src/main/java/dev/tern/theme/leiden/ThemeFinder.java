package dev.tern.theme.leiden;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.theme.Themes;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Finds the themes of a graph and keeps them with it. No model is asked.
 *
 * <p>The graph is read once from end to end. The same graph and the same seed give the same themes, on any machine and in whatever
 * order documents were added; {@link #update} begins with the themes that are there instead, so that they stay where little has
 * changed. What is in quarantine is left out, as it is for questions.
 *
 * <p>A million relations take about 0.7 GB while this runs. Thread-safe; an interrupt ends it, and nothing is changed then.
 */
public final class ThemeFinder {
    /** The seed unless it is said. */
    public static final long USUAL_SEED = 20_240_607;

    private final GraphStore store;
    private final InstantSource clock;

    /** A finder of the themes of a graph, which stays the caller's. */
    public ThemeFinder(GraphStore store) {
        this(store, InstantSource.system());
    }

    /** As above, with a clock that says when themes were found. */
    public ThemeFinder(GraphStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Finds themes anew and keeps them in place of any others.
     *
     * @param by who looks for them, as notes say it
     * @param listener hears how it goes on
     * @return the themes; without any, if no statement names three entities that belong together
     * @throws TernException the user's fault, if the graph is empty, its notes are too large, or the thread is interrupted
     */
    public Themes find(String by, long seed, ThemesListener listener) {
        return keep(by, seed, Optional.empty(), listener);
    }

    /** As {@link #find}, beginning with the themes that are there: those that have hardly changed keep their ids and names. */
    public Themes update(String by, long seed, ThemesListener listener) {
        return keep(by, seed, Themes.of(store.notes()), listener);
    }

    private Themes keep(String by, long seed, Optional<Themes> former, ThemesListener listener) {
        if (store.description().isEmpty()) {
            throw TernException.user("the graph is empty: there is nothing to find themes in; add documents first");
        }
        Themes themes;
        try (GraphView rows = store.shown(Filter.everything())) {
            themes = new ThemeSearch(rows, seed, listener)
                    .find(former, clock.instant().truncatedTo(ChronoUnit.SECONDS));
        }
        StatementScan.requireUninterrupted();
        store.notes((Notes present) -> themes.keptIn(present, by));
        return themes;
    }
}
