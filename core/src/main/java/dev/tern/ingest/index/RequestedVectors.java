package dev.tern.ingest.index;

import dev.tern.graph.VectorLength;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The texts of a batch to embed, by the ids of their rows, and the vectors found. */
public final class RequestedVectors {
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, float[]> found = new HashMap<>();
    private final int dimension;

    RequestedVectors(int dimension) {
        this.dimension = dimension;
    }

    void request(String id, String text) {
        texts.putIfAbsent(id, text);
    }

    /** Returns the ids that have no vector yet. */
    public Set<String> missing() {
        Set<String> missing = new LinkedHashSet<>();
        for (String id : texts.keySet()) {
            if (!found.containsKey(id)) {
                missing.add(id);
            }
        }
        return missing;
    }

    /** Returns the vectors found, by id. */
    public Map<String, float[]> vectors() {
        return Collections.unmodifiableMap(found);
    }

    /** Sets the vector of a requested id that has none, if it fits the graph. */
    public void put(String id, float[] vector) {
        if (texts.containsKey(id) && isOfGraph(vector)) {
            found.putIfAbsent(id, vector);
        }
    }

    /**
     * Takes missing vectors from a source.
     *
     * @param source returns the vector of an id and its text, or null
     */
    public void fill(BiFunction<String, String, float @Nullable []> source) {
        texts.forEach((id, text) -> {
            float[] vector = found.containsKey(id) ? null : source.apply(id, text);
            if (vector != null) {
                put(id, vector);
            }
        });
    }

    void addMissingTexts(Set<String> to) {
        texts.forEach((id, text) -> {
            if (!found.containsKey(id)) {
                to.add(text);
            }
        });
    }

    private boolean isOfGraph(float[] vector) {
        return (dimension == 0 || vector.length == dimension) && VectorLength.isUnit(VectorLength.of(vector));
    }
}
