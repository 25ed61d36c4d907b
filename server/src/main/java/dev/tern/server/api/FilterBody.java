package dev.tern.server.api;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.SourceMetadata;
import dev.tern.server.front.JsonBody;
import dev.tern.server.front.Problem;
import dev.tern.server.json.MetadataValues;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A filter in JSON: a tree, so that no value can be parsed as a condition. A node is one of {@code
 * and}, {@code or} and {@code not}, or it compares a metadata value.
 *
 * @param and filters that must all hold
 * @param or filters of which at least one must hold
 * @param not a filter that must not hold
 * @param is the comparison: {@code =}, {@code !=}, {@code <}, {@code <=}, {@code >}, {@code >=},
 *     {@code in}, {@code not in}, {@code contains}, {@code exists}
 * @param value the operand: a string, a number, a boolean or {@code {"instant": "..."}}; a list of
 *     them for {@code in} and {@code not in}, nothing for {@code exists}
 */
public record FilterBody(
        @Nullable List<FilterBody> and,
        @Nullable List<FilterBody> or,
        @Nullable FilterBody not,
        @Nullable String name,
        @Nullable String is,
        @Nullable Object value) {
    private static final String FORM =
            "a filter is {\"and\": [...]}, {\"or\": [...]}, {\"not\": {...}} or {\"name\", \"is\", \"value\"}, and"
                    + " only one of them";

    /**
     * Returns the filter of a query parameter.
     *
     * @throws Problem if it is malformed
     */
    public static MetadataFilter of(String json) {
        return JsonBody.parameter("filter", json.getBytes(StandardCharsets.UTF_8), FilterBody.class)
                .filter();
    }

    /**
     * Returns the filter of a body; a filter that selects everything if the body is null.
     *
     * @throws Problem if it is malformed
     */
    public static MetadataFilter of(@Nullable FilterBody body) {
        return body == null ? MetadataFilter.everything() : body.filter();
    }

    private MetadataFilter filter() {
        try {
            return tree();
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private MetadataFilter tree() {
        if (Stream.of(and, or, not, name).filter(part -> part != null).count() != 1) {
            throw Problem.badRequest(FORM);
        }
        if (name != null) {
            return comparison(name);
        }
        if (is != null || value != null) {
            throw Problem.badRequest(FORM);
        }
        if (and != null) {
            return MetadataFilter.and(trees(and));
        }
        return or != null ? MetadataFilter.or(trees(or)) : MetadataFilter.not(of(not));
    }

    private static MetadataFilter[] trees(List<FilterBody> bodies) {
        return bodies.stream().map(FilterBody::tree).toArray(MetadataFilter[]::new);
    }

    private MetadataFilter comparison(String key) {
        if (is == null) {
            throw Problem.badRequest(FORM);
        }
        return switch (is) {
            case "=" -> MetadataFilter.equal(key, toValue(key));
            case "!=" -> MetadataFilter.notEqual(key, toValue(key));
            case "<" -> MetadataFilter.less(key, toValue(key));
            case "<=" -> MetadataFilter.atMost(key, toValue(key));
            case ">" -> MetadataFilter.greater(key, toValue(key));
            case ">=" -> MetadataFilter.atLeast(key, toValue(key));
            case "in" -> MetadataFilter.in(key, some(key));
            case "not in" -> MetadataFilter.notIn(key, some(key));
            case "contains" -> {
                if (!(value instanceof String text)) {
                    throw Problem.badRequest("\"contains\" needs a string as its \"value\"");
                }
                yield MetadataFilter.contains(key, text);
            }
            case "exists" -> {
                if (value != null) {
                    throw Problem.badRequest("\"exists\" takes no \"value\"");
                }
                yield MetadataFilter.exists(key);
            }
            default -> throw Problem.badRequest("\"is\" must be =, !=, <, <=, >, >=, in, not in, contains or exists");
        };
    }

    private Object toValue(String key) {
        if (value == null || value instanceof List<?>) {
            throw Problem.badRequest("\"" + is + "\" needs one \"value\"");
        }
        return typed(key, value);
    }

    private List<MetadataValue> some(String key) {
        if (!(value instanceof List<?> values)) {
            throw Problem.badRequest("\"" + is + "\" needs a list as its \"value\"");
        }
        return values.stream().map(each -> typed(key, each)).toList();
    }

    private static MetadataValue typed(String key, Object value) {
        SourceMetadata one = MetadataValues.metadata(Map.of(key, value));
        return one.value(key).orElseThrow();
    }
}
