package dev.tern.settings;

/**
 * The consistency of a query's reads, on a store whose servers receive writes with a delay. A store
 * that is always up to date, such as the embedded one, ignores it.
 */
public enum Consistency {
    /** Reads all writes that were made before the query began. */
    STRONG,
    /** Reads all earlier writes of this process; others appear after the server's delay. */
    SESSION,
    /** Reads a state that is at most as old as the server's configuration allows. */
    BOUNDED,
    /** Reads any available state; the fastest. */
    EVENTUAL
}
