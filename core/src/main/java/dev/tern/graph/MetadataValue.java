package dev.tern.graph;

import dev.tern.text.TextTruncation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document's metadata, with its type.
 *
 * <p><b>Comparing.</b> Values are of four kinds, and only values of the same kind can be compared:
 * strings, in the order of code points; numbers, also a long and a double, by their exact values;
 * booleans, false before true; instants, the earlier first. The string "1990" and the number 1990
 * cannot be compared. {@code equals} also compares the types, so that 5 and 5.0 are not equal. A
 * store keeps the type.
 *
 * <p>A string is compared by its first {@value #COMPARED_LENGTH} characters only.
 */
public sealed interface MetadataValue {
    /** The maximum number of compared characters of a string. */
    int COMPARED_LENGTH = 1_024;

    /** A value that is a string. */
    record OfString(String value) implements MetadataValue {
        /** Returns the compared part, without half a surrogate pair at its end. */
        public String compared() {
            return TextTruncation.of(value, COMPARED_LENGTH);
        }

        @Override
        public String toString() {
            return value;
        }
    }

    /** A value that is a whole number. */
    record OfLong(long value) implements MetadataValue {
        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /** A value that is a finite number; -0.0 becomes 0.0. */
    record OfDouble(double value) implements MetadataValue {
        /**
         * Checks that the number is finite.
         *
         * @throws IllegalArgumentException if the number is infinite or NaN
         */
        public OfDouble {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("a metadata value is " + value + "; numbers must be finite");
            }
            value += 0.0;
        }

        @Override
        public String toString() {
            return Double.toString(value);
        }
    }

    /** A value that is true or false. */
    record OfBoolean(boolean value) implements MetadataValue {
        @Override
        public String toString() {
            return Boolean.toString(value);
        }
    }

    /** A value that is an instant. */
    record OfInstant(Instant value) implements MetadataValue {
        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** Returns a value that is a string. */
    static MetadataValue of(String value) {
        return new OfString(value);
    }

    /** Returns a value that is a whole number. */
    static MetadataValue of(long value) {
        return new OfLong(value);
    }

    /** Returns a value that is a number, which must be finite. */
    static MetadataValue of(double value) {
        return new OfDouble(value);
    }

    /** Returns a value that is true or false. */
    static MetadataValue of(boolean value) {
        return new OfBoolean(value);
    }

    /** Returns a value that is an instant. */
    static MetadataValue of(Instant value) {
        return new OfInstant(value);
    }

    /**
     * Returns the value of a Java object: a string, a number of a primitive type, a boolean, an
     * instant, or a value of this type. A float becomes the double with its decimal notation.
     *
     * @throws IllegalArgumentException for anything else
     */
    static MetadataValue ofObject(@Nullable Object value) {
        return switch (value) {
            case MetadataValue already -> already;
            case String text -> of(text);
            case Long number -> of(number.longValue());
            case Integer number -> of(number.longValue());
            case Short number -> of(number.longValue());
            case Byte number -> of(number.longValue());
            case Double number -> of(number.doubleValue());
            case Float number -> of(Double.parseDouble(number.toString()));
            case Boolean truth -> of(truth.booleanValue());
            case Instant moment -> of(moment);
            case null, default ->
                throw new IllegalArgumentException("a metadata value is "
                        + (value == null
                                ? "null"
                                : "of type " + value.getClass().getName())
                        + "; it must be a string, long, double, boolean or instant");
        };
    }

    /** Returns the value as a string, a long, a double, a boolean or an instant. */
    default Object object() {
        return switch (this) {
            case OfString(String text) -> text;
            case OfLong(long number) -> number;
            case OfDouble(double number) -> number;
            case OfBoolean(boolean truth) -> truth;
            case OfInstant(Instant moment) -> moment;
        };
    }

    /** Returns the type: string, long, double, boolean or instant, in lower case. */
    default String type() {
        return switch (this) {
            case OfString text -> "string";
            case OfLong number -> "long";
            case OfDouble number -> "double";
            case OfBoolean truth -> "boolean";
            case OfInstant moment -> "instant";
        };
    }

    /**
     * Returns a value of a {@link #type}, parsed from a text. The text of an unknown type becomes a
     * string. A boolean is true for {@code true} in any case, and false for any other text.
     *
     * @throws IllegalArgumentException if the text is no number of the type
     * @throws java.time.DateTimeException if the text is no instant
     */
    static MetadataValue of(String type, String text) {
        return switch (type) {
            case "long" -> of(Long.parseLong(text));
            case "double" -> of(Double.parseDouble(text));
            case "boolean" -> of(Boolean.parseBoolean(text));
            case "instant" -> of(Instant.parse(text));
            default -> of(text);
        };
    }

    /** Returns the value as text, without its type. */
    @Override
    String toString();

    /** Compares this value as a comparator does; empty if the other is of another kind. */
    default OptionalInt compare(MetadataValue other) {
        if (this instanceof OfString mine && other instanceof OfString its) {
            int[] points = mine.compared().codePoints().toArray();
            return OptionalInt.of(
                    Arrays.compare(points, its.compared().codePoints().toArray()));
        }
        if (this instanceof OfBoolean(boolean mine) && other instanceof OfBoolean(boolean its)) {
            return OptionalInt.of(Boolean.compare(mine, its));
        }
        if (this instanceof OfInstant(Instant mine) && other instanceof OfInstant(Instant its)) {
            return OptionalInt.of(mine.compareTo(its));
        }
        boolean numbers = (this instanceof OfLong || this instanceof OfDouble)
                && (other instanceof OfLong || other instanceof OfDouble);
        return numbers ? OptionalInt.of(exact(this).compareTo(exact(other))) : OptionalInt.empty();
    }

    private static BigDecimal exact(MetadataValue number) {
        return switch (number) {
            case OfLong(long value) -> BigDecimal.valueOf(value);
            case OfDouble(double value) -> new BigDecimal(value);
            case OfString text -> throw new IllegalArgumentException("no number: " + text);
            case OfBoolean truth -> throw new IllegalArgumentException("no number: " + truth);
            case OfInstant moment -> throw new IllegalArgumentException("no number: " + moment);
        };
    }
}
