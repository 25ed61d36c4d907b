package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * The location of a field's {@linkplain SegmentSketches sketches}, kept in the field's attributes.
 *
 * @param segment the id of the segment. A location with another id, copied by a merge without
 *     Tern's codec, is ignored
 * @param start the offset of the first sketch in the file, in bytes
 * @param rows the number of sketches
 * @param deviations the error allowed for an estimate, in standard deviations
 */
record SketchLocation(String segment, long start, int rows, double deviations) {
    private static final String NONE = "";

    static final String CODEC = "TernSketch";
    static final int VERSION = 1;
    static final String SUFFIX = "";

    private static final String EXTENSION = "sketch";
    /** The key of version 1; segments with sketches of version 0 have another key and do without. */
    private static final String ATTRIBUTE = "tern.sketches";

    /** Returns the name of the file of a segment's sketches. */
    static String file(SegmentInfo segment) {
        return IndexFileNames.segmentFileName(segment.name, SUFFIX, EXTENSION);
    }

    /** Returns the id of a segment as written in attributes. */
    static String id(SegmentInfo segment) {
        return StringHelper.idToString(segment.getId());
    }

    /** Reads the location from the attributes of a segment's field; null if it has no sketches. */
    static @Nullable SketchLocation of(FieldInfo field, SegmentInfo segment) throws IOException {
        String text = field.getAttribute(ATTRIBUTE);
        String[] parts = text == null ? new String[] {NONE} : text.split(" ", -1);
        if (!parts[0].equals(id(segment))) {
            return null;
        }
        try {
            return new SketchLocation(
                    parts[0], Long.parseLong(parts[1]), Integer.parseInt(parts[2]), Double.parseDouble(parts[3]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new CorruptIndexException("not a location of sketches: \"" + text + "\"", ATTRIBUTE, e);
        }
    }

    void write(FieldInfo field) {
        field.putAttribute(ATTRIBUTE, segment + " " + start + " " + rows + " " + deviations);
    }

    /** Records that a field has no sketches. */
    static void writeNone(FieldInfo field) {
        field.putAttribute(ATTRIBUTE, NONE);
    }

    /**
     * Checks that a file belongs to a segment, and that its header and footer are valid. Does not
     * verify the checksum in the footer.
     */
    static void check(IndexInput file, SegmentInfo segment) throws IOException {
        CodecUtil.checkIndexHeader(file, CODEC, VERSION, VERSION, segment.getId(), SUFFIX);
        CodecUtil.retrieveChecksum(file);
    }

    /** Returns the sketches, which read the file when they are used. */
    SegmentSketches sketch(IndexInput file, int dimension) throws IOException {
        long bytes = SegmentSketches.bytes(rows, VectorSketch.wordCount(dimension));
        return new SegmentSketches(file.slice("sketches", start, bytes), dimension, rows, deviations);
    }
}
