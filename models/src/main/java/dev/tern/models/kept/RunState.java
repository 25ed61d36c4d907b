package dev.tern.models.kept;

/** The state of a run. */
public enum RunState {
    /** Its process is alive. */
    RUNNING,
    /** It ended with nothing left to do. */
    DONE,
    /** It was stopped early, or its process is gone. */
    INTERRUPTED,
    /** It ended with an error. */
    FAILED
}
