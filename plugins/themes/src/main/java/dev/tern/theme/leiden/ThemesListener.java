package dev.tern.theme.leiden;

/** Receives the progress of a theme search. */
@FunctionalInterface
public interface ThemesListener {
    /** A listener that ignores progress. */
    ThemesListener NONE = (step, done, end) -> {};

    /**
     * Reports the progress of a step, on the searching thread.
     *
     * @param done the statements read, the rounds of the current division, or 0 while naming
     * @param end the estimated total, at least {@code done}; a division may end earlier
     */
    void progress(SearchStep step, long done, long end);

    /** The steps of a search, in the order in which they run. */
    enum SearchStep {
        /** Reads all statements of the graph. */
        READING,
        /** Divides entities into themes. */
        CLUSTERING,
        /** Names themes and selects their sentences. */
        NAMING
    }
}
