package dev.tern.server.json;

import dev.tern.graph.MetadataJson;
import dev.tern.graph.SourceMetadata;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/** Parses values of metadata in JSON. */
public final class MetadataValues {
    private MetadataValues() {}

    /**
     * Parses metadata by name. A value is a string, number, boolean or {@code {"instant": "..."}}.
     * Integers beyond 64 bits become doubles.
     *
     * @throws IllegalArgumentException if a value is none of these; the message names it
     */
    public static SourceMetadata metadata(Map<String, Object> values) {
        Map<String, Object> numbers = new TreeMap<>();
        values.forEach((name, value) ->
                numbers.put(name, value instanceof BigInteger whole ? (Object) whole.doubleValue() : value));
        return MetadataJson.metadata(numbers);
    }
}
