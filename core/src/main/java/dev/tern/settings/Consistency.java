package dev.tern.settings;

/**
 * The consistency of a query's reads, on a store whose servers receive writes with a delay. A store
 * that is always up to date, such as the embedded one, ignores it.
 */
public enum Consistency {
    /** Reads all writes that were made before the query began. */
    STRONG,
    /** Reads all earlier writes of this process; writes of other processes appear soon. */
    SESSION,
    /** Reads a state that is at most some seconds old, as configured at the server. */
    BOUNDED,
    /** Reads any available state; the fastest. */
    EVENTUAL
}
