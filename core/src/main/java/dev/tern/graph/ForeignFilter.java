package dev.tern.graph;

import dev.tern.graph.MetadataFilter.Comparator;
import dev.tern.graph.MetadataFilter.Comparison;
import dev.tern.graph.MetadataFilter.In;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/**
 * Translates conditions of other libraries, whose values have more types than {@link MetadataValue}
 * has.
 * <ul>
 *   <li>A text is compared with strings. The texts {@code true} and {@code false} are also compared
 *       with booleans, and a text such as {@code 2020-02-20T20:20:20Z} with instants, since many
 *       libraries have no types for booleans and instants.
 *   <li>A UUID is compared as its string, and only for equality.
 *   <li>A {@link Date}, {@link OffsetDateTime} or {@link ZonedDateTime} is converted to its
 *       instant.
 *   <li>A number of any type is compared by its decimal value. No number is equal to, less than or
 *       greater than NaN; every number is less than infinity and greater than minus infinity.
 * </ul>
 *
 * <p>Other values are converted by {@link MetadataValue#ofObject}. An {@link
 * IllegalArgumentException} is thrown for any other type, for a number that is neither a long nor
 * the decimal notation of a double, and beyond a limit of {@link MetadataFilter}.
 */
public final class ForeignFilter {
    private ForeignFilter() {}

    /** Returns a condition that compares the value of a name with another value. */
    public static MetadataFilter compare(String name, Comparator comparator, Object value) {
        if (value instanceof UUID && comparator != Comparator.EQUAL) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is compared by order with the UUID " + value + "; UUIDs have no order");
        }
        if (isEndless(value)) {
            return compareEndless(name, comparator, ((Number) value).doubleValue());
        }
        List<MetadataFilter> each = new ArrayList<>();
        meanings(name, value).forEach(meaning -> each.add(new Comparison(name, comparator, meaning)));
        return each.size() == 1 ? each.getFirst() : MetadataFilter.or(each.toArray(MetadataFilter[]::new));
    }

    /** Returns a test for equality with one of the values; never true if there are none. */
    public static MetadataFilter in(String name, Collection<?> values) {
        return new In(
                name,
                values.stream()
                        .filter(value -> !isEndless(value))
                        .flatMap(value -> meanings(name, value).stream())
                        .toList());
    }

    private static boolean isEndless(Object value) {
        return (value instanceof Double || value instanceof Float) && !Double.isFinite(((Number) value).doubleValue());
    }

    private static MetadataFilter compareEndless(String name, Comparator comparator, double number) {
        boolean all = switch (comparator) {
            case EQUAL -> false;
            case LESS, AT_MOST -> number > 0;
            case GREATER, AT_LEAST -> number < 0;
        };
        return all ? MetadataFilter.atLeast(name, -Double.MAX_VALUE) : MetadataFilter.or();
    }

    private static List<MetadataValue> meanings(String name, Object value) {
        return switch (value) {
            case String text -> meanings(text);
            case UUID id -> List.of(MetadataValue.of(id.toString()));
            // Subclasses of Date in java.sql are dates and times without a zone.
            case Date moment when value.getClass() == Date.class -> List.of(MetadataValue.of(moment.toInstant()));
            case OffsetDateTime moment -> List.of(MetadataValue.of(moment.toInstant()));
            case ZonedDateTime moment -> List.of(MetadataValue.of(moment.toInstant()));
            case Long number -> List.of(MetadataValue.of(number.longValue()));
            case Integer number -> List.of(MetadataValue.of(number.longValue()));
            case Double number -> List.of(MetadataValue.of(number.doubleValue()));
            case Float number -> List.of(MetadataValue.ofObject(number));
            case Number number -> List.of(exact(name, number));
            default -> List.of(other(name, value));
        };
    }

    private static List<MetadataValue> meanings(String text) {
        List<MetadataValue> meanings = new ArrayList<>(List.of(MetadataValue.of(text)));
        if (text.equals("true") || text.equals("false")) {
            meanings.add(MetadataValue.of(text.equals("true")));
        } else if (text.endsWith("Z")) {
            try {
                meanings.add(MetadataValue.of(Instant.parse(text)));
            } catch (DateTimeParseException e) {
                // The text is not an instant.
                return meanings;
            }
        }
        return meanings;
    }

    /** Returns a number as an equal long, or as the double with the same decimal notation. */
    private static MetadataValue exact(String name, Number number) {
        BigDecimal exact = new BigDecimal(number.toString());
        double nearest = exact.doubleValue();
        if (exact.compareTo(BigDecimal.valueOf(exact.longValue())) == 0) {
            return MetadataValue.of(exact.longValue());
        }
        if (Double.isFinite(nearest) && exact.compareTo(BigDecimal.valueOf(nearest)) == 0) {
            return MetadataValue.of(nearest);
        }
        throw new IllegalArgumentException(
                "\"" + name + "\" is compared with " + number + ", which is neither a long nor a double");
    }

    private static MetadataValue other(String name, Object value) {
        try {
            return MetadataValue.ofObject(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is compared with a value of type "
                            + value.getClass().getName()
                            + "; it must be a string, a number, a boolean, an instant or a UUID",
                    e);
        }
    }
}
