package dev.tern.theme.leiden;

/** Receives the progress of a theme search. */
@FunctionalInterface
public interface ThemesListener {
    /** A listener that ignores progress. */
    ThemesListener NONE = (step, done, end) -> {};

    /**
     * Reports the progress of a step.
     *
     * @param done the amount done: statements read, rounds of a division, which starts at 0 for
     *     each theme that is divided, or 0 while themes are named
     * @param end the estimated total, at least {@code done}
     */
    void goesOn(SearchStep step, long done, long end);

    /** A step of the search. */
    enum SearchStep {
        /** Reads all statements of the graph. */
        READING,
        /** Divides entities into themes. */
        PARTING,
        /** Names themes and selects their sentences. */
        NAMING
    }
}
