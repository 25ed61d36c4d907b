package dev.tern.theme.leiden;

/** Hears how far looking for themes is. */
@FunctionalInterface
public interface ThemesListener {
    /** Hears nothing of it. */
    ThemesListener NONE = (step, done, end) -> {};

    /**
     * A step goes on.
     *
     * @param done what it has seen
     * @param end how much there is
     */
    void goesOn(Step step, long done, long end);

    /** What is being done. */
    enum Step {
        /** Every statement is read. */
        READING,
        /** Entities are parted into themes. */
        PARTING,
        /** Themes get their names and their sentences. */
        NAMING
    }
}
