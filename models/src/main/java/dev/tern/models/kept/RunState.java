package dev.tern.models.kept;

/** The state of a run in the account book. */
public enum RunState {
    /** The run has not ended, and its process is alive. */
    RUNNING,
    /** The run ended successfully. */
    DONE,
    /** The run was stopped early, or its process ended without recording the end. */
    INTERRUPTED,
    /** The run ended with an error. */
    FAILED
}
