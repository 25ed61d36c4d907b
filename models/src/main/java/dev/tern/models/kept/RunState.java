package dev.tern.models.kept;

/** How a run stands. */
public enum RunState {
    /** Its process is alive. */
    RUNNING,
    /** It ended by itself, with nothing left to do. */
    DONE,
    /** It was stopped before its end, or its process is gone. */
    INTERRUPTED,
    /** It ended with an error. */
    FAILED
}
