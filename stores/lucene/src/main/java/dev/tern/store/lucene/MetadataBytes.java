package dev.tern.store.lucene;

import dev.tern.graph.MetadataValue;
import dev.tern.graph.MetadataValue.OfBoolean;
import dev.tern.graph.MetadataValue.OfDouble;
import dev.tern.graph.MetadataValue.OfInstant;
import dev.tern.graph.MetadataValue.OfLong;
import dev.tern.graph.MetadataValue.OfString;
import dev.tern.graph.SourceMetadata;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.store.ByteBuffersDataOutput;

/**
 * Encodes metadata in the row of a passage: strings as a map among the first fields, values of
 * other types, each after a byte for its type, near the end. A row with strings alone has the
 * format that rows had before metadata had types.
 */
final class MetadataBytes {
    private static final byte LONG = 'l';
    private static final byte DOUBLE = 'd';
    private static final byte BOOLEAN = 'b';
    private static final byte INSTANT = 't';

    private MetadataBytes() {}

    static void writeStrings(ByteBuffersDataOutput out, SourceMetadata metadata) throws IOException {
        // Names are sorted, so that equal passages have equal bytes.
        Map<String, String> strings = new TreeMap<>();
        metadata.values().forEach((name, value) -> {
            if (value instanceof OfString(String text)) {
                strings.put(name, text);
            }
        });
        out.writeMapOfStrings(strings);
    }

    /** Writes the values of other types than string, and returns true if there are any. */
    static boolean writeOthers(ByteBuffersDataOutput out, SourceMetadata metadata) throws IOException {
        Map<String, MetadataValue> others = new TreeMap<>(metadata.values());
        others.values().removeIf(OfString.class::isInstance);
        if (others.isEmpty()) {
            return false;
        }
        out.writeVInt(others.size());
        for (Map.Entry<String, MetadataValue> entry : others.entrySet()) {
            out.writeString(entry.getKey());
            switch (entry.getValue()) {
                case OfString text -> throw new IOException("a string among the others: " + text);
                case OfLong(long number) -> {
                    out.writeByte(LONG);
                    out.writeZLong(number);
                }
                case OfDouble(double number) -> {
                    out.writeByte(DOUBLE);
                    out.writeLong(Double.doubleToLongBits(number));
                }
                case OfBoolean(boolean truth) -> {
                    out.writeByte(BOOLEAN);
                    out.writeByte((byte) (truth ? 1 : 0));
                }
                case OfInstant(Instant moment) -> {
                    out.writeByte(INSTANT);
                    out.writeZLong(moment.getEpochSecond());
                    out.writeVInt(moment.getNano());
                }
            }
        }
        return true;
    }

    /**
     * Reads the values of other types, if the row has any, and returns them together with the
     * strings.
     */
    static SourceMetadata read(Map<String, String> strings, RowInput rest) throws IOException {
        if (rest.isAtEnd()) {
            return SourceMetadata.of(strings);
        }
        Map<String, Object> all = new TreeMap<>(strings);
        int count = rest.count();
        for (int i = 0; i < count; i++) {
            all.put(rest.string(), value(rest));
        }
        return SourceMetadata.of(all);
    }

    private static MetadataValue value(RowInput in) throws IOException {
        byte type = in.readByte();
        return switch (type) {
            case LONG -> MetadataValue.of(in.signedNumber());
            case DOUBLE -> MetadataValue.of(Double.longBitsToDouble(in.bits()));
            case BOOLEAN -> MetadataValue.of(in.readByte() != 0);
            case INSTANT -> MetadataValue.of(Instant.ofEpochSecond(in.signedNumber(), in.number()));
            default -> throw new RowInput.UnreadableRowException("metadata of an unknown type " + type);
        };
    }
}
