package dev.tern.models.kept;

/** The state of a run. */
public enum RunState {
    /** Its process is alive. */
    RUNNING,
    /** It completed. */
    DONE,
    /** It was stopped early, or its process is gone. */
    INTERRUPTED,
    /** It failed. */
    FAILED
}
