package dev.tern.settings;

/**
 * How fresh the state is that a query reads, on a store whose servers learn of a write one
 * after the other. A store that is always up to date, as the embedded one is, reads the same under all four.
 */
public enum Consistency {
    /** Everything that anybody had written when the query began. */
    STRONG,
    /** Everything that this process had written when the query began; what others wrote shows up soon. */
    SESSION,
    /** Some seconds behind at most, by the server's setting. */
    BOUNDED,
    /** Whatever is there; the fastest. */
    EVENTUAL
}
