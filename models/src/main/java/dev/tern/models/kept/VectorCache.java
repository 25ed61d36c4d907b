package dev.tern.models.kept;

import java.util.Collection;
import java.util.Map;

/** A cache of vectors from paid models; failures are never thrown. Thread-safe. */
public interface VectorCache {
    /**
     * Returns the stored vectors, exactly as stored.
     *
     * @param model identifies everything that the vectors depend on except the text: server, model,
     *     length, type
     * @return a vector for each text found
     */
    Map<String, float[]> find(String model, Collection<String> texts);

    /** Stores vectors by text; drops a too long one, and all if the cache has a problem. */
    void keep(String model, Map<String, float[]> vectors);
}
