package dev.tern.store.shared;

import dev.tern.graph.MetadataValue;
import dev.tern.graph.MetadataValue.OfBoolean;
import dev.tern.graph.MetadataValue.OfDouble;
import dev.tern.graph.MetadataValue.OfInstant;
import dev.tern.graph.MetadataValue.OfLong;
import dev.tern.graph.MetadataValue.OfString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * A metadata value encoded as bytes, for range searches in an index. Among values of one kind, the
 * unsigned lexicographic order of the bytes is the order of the values. Equal values have equal
 * bytes, also a long and a double.
 *
 * <pre>
 *   STRING    its compared part in UTF-8, whose order is that of code points
 *   NUMBER    the greatest double not above it (8 bytes), and the rest, an integer (2 bytes)
 *   BOOLEAN   0 or 1
 *   INSTANT   seconds (8 bytes) and nanoseconds (4 bytes)
 * </pre>
 *
 * @param bytes the bytes; not copied, so they must not be modified
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record OrderedValue(Kind kind, byte[] bytes) {
    /** The maximum number of bytes of a value that is no string. */
    public static final int FIXED_BYTES = 12;

    private static final int NUMBER_BYTES = Long.BYTES + Short.BYTES;

    /** The kinds of values; only values of the same kind can be compared. */
    public enum Kind {
        /** Strings, by their compared part. */
        STRING('s'),
        /** Longs and doubles, by their numeric values. */
        NUMBER('n'),
        /** Booleans, false before true. */
        BOOLEAN('b'),
        /** Instants, the earlier first. */
        INSTANT('t');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        /** Returns the letter that marks the kind in stores. */
        public char letter() {
            return letter;
        }
    }

    /** Returns a value encoded as bytes. */
    public static OrderedValue of(MetadataValue value) {
        return switch (value) {
            case OfString text -> new OrderedValue(Kind.STRING, text.compared().getBytes(StandardCharsets.UTF_8));
            case OfLong(long number) -> number(number);
            case OfDouble(double number) -> number(number, 0);
            case OfBoolean(boolean truth) -> new OrderedValue(Kind.BOOLEAN, new byte[] {(byte) (truth ? 1 : 0)});
            case OfInstant(Instant moment) ->
                new OrderedValue(
                        Kind.INSTANT,
                        ByteBuffer.allocate(FIXED_BYTES)
                                .putLong(moment.getEpochSecond() ^ Long.MIN_VALUE)
                                .putInt(moment.getNano())
                                .array());
        };
    }

    private static OrderedValue number(long number) {
        double below = number;
        // The nearest double can exceed the number; 2^63 exceeds every long.
        if (below >= 0x1p63 || (long) below > number) {
            below = Math.nextDown(below);
        }
        return number(below, (int) (number - (long) below));
    }

    private static OrderedValue number(double below, int rest) {
        long bits = Double.doubleToLongBits(below);
        // Negative numbers come before all others, so their bits are inverted.
        long ordered = bits < 0 ? ~bits : bits | Long.MIN_VALUE;
        return new OrderedValue(
                Kind.NUMBER,
                ByteBuffer.allocate(NUMBER_BYTES)
                        .putLong(ordered)
                        .putShort((short) rest)
                        .array());
    }

    /**
     * Returns the decoded value: of a string its compared part; a whole number that fits is a long.
     *
     * @throws IllegalArgumentException if the number of bytes is wrong
     */
    public MetadataValue value() {
        int expected = switch (kind) {
            case STRING -> bytes.length;
            case NUMBER -> NUMBER_BYTES;
            case BOOLEAN -> 1;
            case INSTANT -> FIXED_BYTES;
        };
        if (bytes.length != expected) {
            throw new IllegalArgumentException(
                    "a value of kind " + kind + " has " + bytes.length + " bytes; it has " + expected);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return switch (kind) {
            case STRING -> MetadataValue.of(new String(bytes, StandardCharsets.UTF_8));
            case NUMBER -> number(in.getLong(), in.getShort());
            case BOOLEAN -> MetadataValue.of(bytes[0] != 0);
            case INSTANT -> MetadataValue.of(Instant.ofEpochSecond(in.getLong() ^ Long.MIN_VALUE, in.getInt()));
        };
    }

    private static MetadataValue number(long ordered, short rest) {
        double below = Double.longBitsToDouble(ordered < 0 ? ordered ^ Long.MIN_VALUE : ~ordered);
        return rest == 0 && below != (long) below ? MetadataValue.of(below) : whole(below, rest);
    }

    private static MetadataValue whole(double below, short rest) {
        boolean outside = below >= 0x1p63 || below < -0x1p63;
        return outside ? MetadataValue.of(below) : MetadataValue.of((long) below + rest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OrderedValue(Kind itsKind, byte[] itsBytes)
                && kind == itsKind
                && Arrays.equals(bytes, itsBytes);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return kind + " " + Arrays.toString(bytes);
    }
}
