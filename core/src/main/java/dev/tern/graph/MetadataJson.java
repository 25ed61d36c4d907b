package dev.tern.graph;

import dev.tern.graph.MetadataValue.OfInstant;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Converts metadata to JSON and back. An instant is the object {@code {"instant": "..."}}. */
public final class MetadataJson {
    private static final String INSTANT = "instant";

    private MetadataJson() {}

    /** Returns the values as objects for a JSON library, in the order of their names. */
    public static Map<String, Object> values(SourceMetadata metadata) {
        Map<String, Object> values = new TreeMap<>();
        metadata.values().forEach((name, value) -> values.put(name, value(value)));
        return values;
    }

    private static Object value(MetadataValue value) {
        return value instanceof OfInstant(Instant moment) ? Map.of(INSTANT, moment.toString()) : value.object();
    }

    /**
     * Returns metadata from the output of a JSON parser.
     *
     * @param values strings, numbers, booleans and {@code {"instant": "..."}}, by name
     * @throws IllegalArgumentException if a value is of another type or cannot be converted
     */
    public static SourceMetadata metadata(Map<String, Object> values) {
        Map<String, Object> read = new TreeMap<>();
        values.forEach((name, value) -> read.put(name, read(name, value)));
        return SourceMetadata.of(read);
    }

    private static Object read(String name, Object value) {
        if (value instanceof BigInteger) {
            throw new IllegalArgumentException("metadata \"" + name + "\" is a whole number beyond 64 bits: " + value);
        }
        if (value instanceof Collection<?>) {
            throw new IllegalArgumentException("metadata \"" + name + "\" is a list and not one value");
        }
        if (!(value instanceof Map<?, ?> object)) {
            return value;
        }
        if (object.size() != 1 || !(object.get(INSTANT) instanceof String moment)) {
            throw new IllegalArgumentException("metadata \"" + name + "\" is an object and not {\"instant\": \"...\"}");
        }
        try {
            return Instant.parse(moment);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("metadata \"" + name + "\" is not an instant: " + moment, e);
        }
    }
}
