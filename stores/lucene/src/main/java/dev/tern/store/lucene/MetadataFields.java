package dev.tern.store.lucene;

import dev.tern.files.Sha256;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.SourceMetadata;
import dev.tern.store.shared.OrderedValue;
import dev.tern.store.shared.OrderedValue.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.BinaryPoint;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/**
 * Index entries of metadata, for filters. All names share two columns, so that a thousand names do
 * not make a thousand columns. A row of a relation has the metadata of its passage.
 *
 * <pre>
 *   column           entry                           rows
 *   metadata         P, or R                         passages, or rows of relations
 *                    name                            with a value of this name
 *                    name, kind, value               with this value
 *   metadata_range   (name and kind, value)          with this number or instant, for ranges
 * </pre>
 *
 * <p>A name is stored as 16 bytes of its SHA-256, 15 in a range; a value as an {@link
 * OrderedValue}, filled up to 16 bytes in a range.
 */
final class MetadataFields {
    static final String TERMS = "metadata";
    static final BytesRef PASSAGE = new BytesRef(new byte[] {'P'});
    static final BytesRef RELATION = new BytesRef(new byte[] {'R'});

    private static final String RANGES = "metadata_range";

    private static final int DIMENSION_BYTES = 16;
    private static final byte[] MIN_POINT = new byte[DIMENSION_BYTES];
    private static final byte[] MAX_POINT = greatest();
    private static final byte[] ONE = one();

    private final List<BytesRef> terms = new ArrayList<>();
    private final List<byte[][]> ranges = new ArrayList<>();

    /** Computes the entries of a passage's metadata once, for all rows that carry them. */
    MetadataFields(SourceMetadata metadata) {
        metadata.values().forEach((name, value) -> {
            OrderedValue ordered = OrderedValue.of(value);
            terms.add(exists(name));
            terms.add(equal(name, value));
            if (hasRanges(ordered.kind())) {
                ranges.add(new byte[][] {nameAndKind(name, ordered.kind()), padded(ordered)});
            }
        });
    }

    /** Adds the entries, and the kind of the row, {@link #PASSAGE} or {@link #RELATION}. */
    void addTo(Document row, BytesRef rowKind) {
        row.add(new StringField(TERMS, rowKind, Field.Store.NO));
        terms.forEach(term -> row.add(new StringField(TERMS, term, Field.Store.NO)));
        ranges.forEach(range -> row.add(new BinaryPoint(RANGES, range)));
    }

    static BytesRef exists(String name) {
        return new BytesRef(hash(name));
    }

    static BytesRef equal(String name, MetadataValue value) {
        OrderedValue ordered = OrderedValue.of(value);
        return joined(valuesOf(name, ordered.kind()), ordered.bytes());
    }

    /** Returns the common prefix of the terms of a name and a kind. */
    static BytesRef valuesOf(String name, Kind kind) {
        return joined(new BytesRef(hash(name)), new byte[] {(byte) kind.letter()});
    }

    private static BytesRef joined(BytesRef first, byte[] second) {
        return new BytesRef(ByteBuffer.allocate(first.length + second.length)
                .put(first.bytes, first.offset, first.length)
                .put(second)
                .array());
    }

    /** Returns true if ranges of a kind search an index of points instead of scanning terms. */
    static boolean hasRanges(Kind kind) {
        return kind == Kind.NUMBER || kind == Kind.INSTANT;
    }

    /** Returns a query for values less than the given one, or equal if {@code orEqual}. */
    static Query less(String name, OrderedValue value, boolean orEqual) {
        byte[] end = padded(value);
        if (!orEqual) {
            NumericUtils.subtract(DIMENSION_BYTES, 0, end, ONE, end);
        }
        return range(nameAndKind(name, value.kind()), MIN_POINT, end);
    }

    /** Returns a query for values greater than the given one, or equal if {@code orEqual}. */
    static Query greater(String name, OrderedValue value, boolean orEqual) {
        byte[] start = padded(value);
        if (!orEqual) {
            NumericUtils.add(DIMENSION_BYTES, 0, start, ONE, start);
        }
        return range(nameAndKind(name, value.kind()), start, MAX_POINT);
    }

    private static Query range(byte[] nameAndKind, byte[] start, byte[] end) {
        return BinaryPoint.newRangeQuery(RANGES, new byte[][] {nameAndKind, start}, new byte[][] {nameAndKind, end});
    }

    private static byte[] nameAndKind(String name, Kind kind) {
        byte[] both = hash(name);
        both[DIMENSION_BYTES - 1] = (byte) kind.letter();
        return both;
    }

    private static byte[] padded(OrderedValue value) {
        return Arrays.copyOf(value.bytes(), DIMENSION_BYTES);
    }

    private static byte[] hash(String name) {
        return Arrays.copyOf(Sha256.digest().digest(name.getBytes(StandardCharsets.UTF_8)), DIMENSION_BYTES);
    }

    private static byte[] greatest() {
        byte[] bytes = new byte[DIMENSION_BYTES];
        Arrays.fill(bytes, (byte) 0xff);
        return bytes;
    }

    private static byte[] one() {
        byte[] bytes = new byte[DIMENSION_BYTES];
        bytes[DIMENSION_BYTES - 1] = 1;
        return bytes;
    }
}
