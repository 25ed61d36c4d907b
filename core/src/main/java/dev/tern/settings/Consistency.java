package dev.tern.settings;

/**
 * The freshness of the state that a query reads, on a store whose servers learn of writes one after
 * the other. A store that is always current, as the embedded one, ignores it.
 */
public enum Consistency {
    /** All writes made when the query began. */
    STRONG,
    /** All writes of this process made when the query began; writes of others appear soon. */
    SESSION,
    /** A state at most some seconds old, as set at the server. */
    BOUNDED,
    /** Any available state; the fastest. */
    EVENTUAL
}
