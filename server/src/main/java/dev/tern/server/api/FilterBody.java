package dev.tern.server.api;

import dev.tern.graph.Filter;
import dev.tern.graph.Metadata;
import dev.tern.graph.MetadataValue;
import dev.tern.server.front.JsonBody;
import dev.tern.server.front.Problem;
import dev.tern.server.json.Values;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A filter in JSON: a tree, so that no value can be parsed as a condition. A node is one of
 * {@code and}, {@code or} and {@code not}, or it compares a metadata value.
 *
 * @param and filters that must all hold
 * @param or filters of which one must hold
 * @param not a filter that must not hold
 * @param name the name of the metadata
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
            "a filter is {\"and\": [...]}, {\"or\": [...]}, {\"not\": {...}} or {\"name\", \"is\", \"value\"}, and one"
                    + " of them only";

    /**
     * Parses the filter of a query parameter.
     *
     * @throws Problem if it is malformed
     */
    public static Filter of(String json) {
        return JsonBody.parameter("filter", json.getBytes(StandardCharsets.UTF_8), FilterBody.class)
                .filter();
    }

    /** Parses the filter of a body, which may have none. */
    public static Filter of(@Nullable FilterBody body) {
        return body == null ? Filter.everything() : body.filter();
    }

    private Filter filter() {
        try {
            return tree();
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private Filter tree() {
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
            return Filter.and(trees(and));
        }
        return or != null ? Filter.or(trees(or)) : Filter.not(of(not));
    }

    private static Filter[] trees(List<FilterBody> bodies) {
        return bodies.stream().map(FilterBody::tree).toArray(Filter[]::new);
    }

    private Filter comparison(String asked) {
        if (is == null) {
            throw Problem.badRequest(FORM);
        }
        return switch (is) {
            case "=" -> Filter.equal(asked, one(asked));
            case "!=" -> Filter.notEqual(asked, one(asked));
            case "<" -> Filter.less(asked, one(asked));
            case "<=" -> Filter.atMost(asked, one(asked));
            case ">" -> Filter.greater(asked, one(asked));
            case ">=" -> Filter.atLeast(asked, one(asked));
            case "in" -> Filter.in(asked, some(asked));
            case "not in" -> Filter.notIn(asked, some(asked));
            case "contains" -> {
                if (!(value instanceof String text)) {
                    throw Problem.badRequest("\"contains\" needs a string as its \"value\"");
                }
                yield Filter.contains(asked, text);
            }
            case "exists" -> {
                if (value != null) {
                    throw Problem.badRequest("\"exists\" takes no \"value\"");
                }
                yield Filter.exists(asked);
            }
            default -> throw Problem.badRequest("\"is\" must be =, !=, <, <=, >, >=, in, not in, contains or exists");
        };
    }

    private Object one(String asked) {
        if (value == null || value instanceof List<?>) {
            throw Problem.badRequest("\"" + is + "\" needs one \"value\"");
        }
        return typed(asked, value);
    }

    private List<MetadataValue> some(String asked) {
        if (!(value instanceof List<?> values)) {
            throw Problem.badRequest("\"" + is + "\" needs a list as its \"value\"");
        }
        return values.stream().map(each -> typed(asked, each)).toList();
    }

    private static MetadataValue typed(String asked, Object value) {
        Metadata one = Values.metadata(Map.of(asked, value));
        return one.value(asked).orElseThrow();
    }
}
