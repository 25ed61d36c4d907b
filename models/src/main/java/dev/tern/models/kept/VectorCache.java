package dev.tern.models.kept;

import java.util.Collection;
import java.util.Map;

/**
 * Vectors of texts that a paid model made, kept so that the same text is never paid twice. Thread-safe; what fails in
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

    /** Keeps the vectors of texts; when this returns they outlive the process. */
    void keep(String model, Map<String, float[]> vectors);
}
