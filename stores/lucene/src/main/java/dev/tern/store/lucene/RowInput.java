package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.util.BytesRef;

/** Parses the bytes of a row, and validates each length against the bytes that are left. */
final class RowInput {
    private static final int ID_BYTES = 16;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] row;
    private final ByteArrayDataInput in;
    private final int end;

    RowInput(BytesRef row) {
        this.row = row.bytes;
        this.in = new ByteArrayDataInput(row.bytes, row.offset, row.length);
        this.end = row.offset + row.length;
    }

    /** Thrown for a row with invalid bytes. */
    static final class UnreadableRowException extends IOException {
        private static final long serialVersionUID = 1L;

        UnreadableRowException(String message) {
            super(message);
        }

        UnreadableRowException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    interface Decoder<T> {
        T from(RowInput in) throws IOException;
    }

    /** Parses a whole row; throws {@link UnreadableRowException} for invalid or extra bytes. */
    static <T> T parse(String kind, BytesRef row, Decoder<T> decoder) throws IOException {
        RowInput in = new RowInput(row);
        try {
            T value = decoder.from(in);
            if (!in.isAtEnd()) {
                throw new UnreadableRowException("it has trailing bytes");
            }
            return value;
        } catch (IOException | RuntimeException e) {
            throw new UnreadableRowException("the row of " + kind + " cannot be read: " + e.getMessage(), e);
        }
    }

    String id() throws IOException {
        if (readByte() == 0) {
            return string();
        }
        int from = skip(ID_BYTES);
        // HexFormat is not used, because it creates three objects for each of the thousands of ids
        // that a question reads.
        byte[] digits = new byte[2 * ID_BYTES];
        for (int i = 0; i < ID_BYTES; i++) {
            byte value = row[from + i];
            digits[2 * i] = DIGITS[(value >> 4) & 0xf];
            digits[2 * i + 1] = DIGITS[value & 0xf];
        }
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    /** Returns the bytes of the id that the row starts with; shares the row's array. */
    BytesRef idBytes() throws IOException {
        int from = in.getPosition();
        skip(readByte() == 0 ? count() : ID_BYTES);
        return new BytesRef(row, from, in.getPosition() - from);
    }

    String string() throws IOException {
        int length = count();
        return new String(row, skip(length), length, StandardCharsets.UTF_8);
    }

    List<String> strings() throws IOException {
        int count = count();
        List<String> strings = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            strings.add(string());
        }
        return strings;
    }

    Map<String, String> mapOfStrings() throws IOException {
        Map<String, String> map = new TreeMap<>();
        for (int left = count(); left > 0; left--) {
            map.put(string(), string());
        }
        return map;
    }

    /**
     * Reads the number of parts that follow, each at least one byte long; throws if the row has
     * fewer bytes left.
     */
    int count() throws IOException {
        int count = number();
        require(count);
        return count;
    }

    int number() throws IOException {
        try {
            int number = in.readVInt();
            requireInside();
            return number;
        } catch (IndexOutOfBoundsException e) {
            throw endsTooEarly(e);
        }
    }

    long signedNumber() throws IOException {
        try {
            long number = in.readZLong();
            requireInside();
            return number;
        } catch (IndexOutOfBoundsException e) {
            throw endsTooEarly(e);
        }
    }

    long bits() throws IOException {
        require(Long.BYTES);
        return in.readLong();
    }

    byte readByte() throws IOException {
        require(1);
        return in.readByte();
    }

    /** Skips some bytes and returns their offset. */
    private int skip(int count) throws IOException {
        require(count);
        int from = in.getPosition();
        in.setPosition(from + count);
        return from;
    }

    /** Throws if a read has passed the end of the row; Lucene checks only the end of the buffer. */
    private void requireInside() {
        if (in.getPosition() > end) {
            throw new IndexOutOfBoundsException("the row ends at " + end);
        }
    }

    private static UnreadableRowException endsTooEarly(IndexOutOfBoundsException e) {
        return new UnreadableRowException("it ends too early", e);
    }

    private void require(int count) throws IOException {
        if (count < 0 || count > end - in.getPosition()) {
            throw new UnreadableRowException("a part of " + count + " is longer than the rest of the row");
        }
    }

    boolean isAtEnd() {
        return in.getPosition() >= end;
    }
}
