package dev.tern.ingest;

import dev.tern.graph.Passage;

/** Says, before a model is asked for the statements of a passage, whether that may still be paid. Thread-safe. */
@FunctionalInterface
public interface Allowance {
    /** Everything may be paid. */
    Allowance UNLIMITED = passage -> true;

    /** Whether the passage may be given to the model; once this is false nothing more is begun, what is begun is ended. */
    boolean allows(Passage passage);
}
