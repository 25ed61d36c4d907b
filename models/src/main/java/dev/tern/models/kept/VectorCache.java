package dev.tern.models.kept;

import java.util.Collection;
import java.util.Map;

/**
 * Vectors of texts that a model made, kept so that the same text is not paid for, or waited for, twice. Thread-safe; what fails in
 * keeping or finding is never the caller's trouble.
 */
public interface VectorCache {
    /**
     * The vectors that were kept, exactly as they were.
     *
     * @param model what, besides the text, the vectors depend on: server, model, dimensions
     * @return a vector for each text that has one
     */
    Map<String, float[]> find(String model, Collection<String> texts);

    /** Keeps the vectors of texts; of a paid model they outlive the process when this returns. */
    void keep(String model, Map<String, float[]> vectors);
}
