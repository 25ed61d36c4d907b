package dev.tern.theme.leiden;

/** Receives the progress of a theme search. */
@FunctionalInterface
public interface ThemesListener {
    /** A listener that ignores progress. */
    ThemesListener NONE = (step, done, end) -> {};

    /**
     * Called as a step proceeds.
     *
     * @param done the amount read so far
     * @param end the total amount
     */
    void goesOn(SearchStep step, long done, long end);

    /** A step of the search. */
    enum SearchStep {
        /** Reads all the statements. */
        READING,
        /** Divides entities into themes. */
        PARTING,
        /** Names themes and selects their sentences. */
        NAMING
    }
}
