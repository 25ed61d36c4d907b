package dev.tern.graph;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The metadata of a document: values by name, each with its type. Immutable.
 *
 * <pre>{@code
 * SourceMetadata.EMPTY.with("lang", "de").with("year", 1738).with("printed", true)
 * }</pre>
 *
 * @param values the values, in the order of their names
 */
public record SourceMetadata(SortedMap<String, MetadataValue> values) {
    /** Metadata without any name. */
    public static final SourceMetadata EMPTY = new SourceMetadata(new TreeMap<>());

    static final String SOURCE = "source";
    static final String FILTERED_SOURCE = "tern.source";

    public SourceMetadata {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /**
     * Returns metadata of Java objects, converted by {@link MetadataValue#ofObject}.
     *
     * @throws IllegalArgumentException if a value cannot be converted; the message has its name
     */
    public static SourceMetadata of(Map<String, ?> values) {
        if (values.isEmpty()) {
            return EMPTY;
        }
        TreeMap<String, MetadataValue> typed = new TreeMap<>();
        values.forEach((name, value) -> {
            try {
                typed.put(name, MetadataValue.ofObject(value));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("metadata \"" + name + "\": " + e.getMessage(), e);
            }
        });
        return new SourceMetadata(typed);
    }

    /** Returns the value of a name; empty if there is none. */
    public Optional<MetadataValue> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns the value of a name as text; empty if there is none. */
    public Optional<String> text(String name) {
        return value(name).map(MetadataValue::toString);
    }

    /** Returns the values as Java objects, in the order of their names. */
    public SortedMap<String, Object> objects() {
        TreeMap<String, Object> objects = new TreeMap<>();
        values.forEach((name, value) -> objects.put(name, value.object()));
        return objects;
    }

    /** Returns the values as texts, in the order of their names. */
    public SortedMap<String, String> texts() {
        TreeMap<String, String> texts = new TreeMap<>();
        values.forEach((name, value) -> texts.put(name, value.toString()));
        return texts;
    }

    /** Returns this metadata with a value, which replaces a value of the same name. */
    public SourceMetadata with(String name, MetadataValue value) {
        TreeMap<String, MetadataValue> more = new TreeMap<>(values);
        more.put(name, value);
        return new SourceMetadata(more);
    }

    /** Returns this metadata with a string as the value of a name. */
    public SourceMetadata with(String name, String value) {
        return with(name, MetadataValue.of(value));
    }

    /** Returns this metadata with a whole number as the value of a name. */
    public SourceMetadata with(String name, long value) {
        return with(name, MetadataValue.of(value));
    }

    /** Returns this metadata with a number, which must be finite, as the value of a name. */
    public SourceMetadata with(String name, double value) {
        return with(name, MetadataValue.of(value));
    }

    /** Returns this metadata with a boolean as the value of a name. */
    public SourceMetadata with(String name, boolean value) {
        return with(name, MetadataValue.of(value));
    }

    /** Returns this metadata with an instant as the value of a name. */
    public SourceMetadata with(String name, Instant value) {
        return with(name, MetadataValue.of(value));
    }

    /** Returns this metadata without the value of a name. */
    public SourceMetadata without(String name) {
        TreeMap<String, MetadataValue> rest = new TreeMap<>(values);
        rest.remove(name);
        return new SourceMetadata(rest);
    }

    /** Returns the value of {@value #SOURCE} if it is a string, otherwise the document's id. */
    String source(String documentId) {
        return string(SOURCE).orElse(documentId);
    }

    /** Returns the value of a name if it is a string. */
    Optional<String> string(String name) {
        return value(name).filter(MetadataValue.OfString.class::isInstance).map(MetadataValue::toString);
    }

    /** Returns the values by which a document and its passages can be filtered. */
    SourceMetadata filtered(String documentId) {
        return with(FILTERED_SOURCE, source(documentId));
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
