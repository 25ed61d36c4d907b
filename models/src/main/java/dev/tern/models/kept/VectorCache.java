package dev.tern.models.kept;

import java.util.Collection;
import java.util.Map;

/** A cache of vectors from served models; failures are never thrown. Thread-safe. */
public interface VectorCache {
    /**
     * Returns the stored vectors, exactly as stored.
     *
     * @param model identifies everything that the vectors depend on except the text: server, model,
     *     length, type
     * @return a vector for each text found
     */
    Map<String, float[]> find(String model, Collection<String> texts);

    /** Stores vectors by text; drops vectors that are too long, and all if the cache fails. */
    void keep(String model, Map<String, float[]> vectors);
}
