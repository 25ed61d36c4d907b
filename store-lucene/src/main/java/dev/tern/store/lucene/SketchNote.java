package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.IndexInput;
import org.jspecify.annotations.Nullable;

/**
 * Where the {@linkplain Sketch sketches} of a segment's field lie, which stands among the attributes of the field.
 *
 * @param start the place of their first byte in the file
 * @param deviations how many standard deviations an estimate may be too small
 */
record SketchNote(long start, int rows, double deviations) {
    static final SketchNote NONE = new SketchNote(0, 0, 0);

    static final String CODEC = "TernSketch";
    static final int VERSION = 0;
    static final String SUFFIX = "";

    private static final String EXTENSION = "sketch";
    private static final String ATTRIBUTE = "tern.sketch";

    /** The file of a segment's sketches. */
    static String file(SegmentInfo segment) {
        return IndexFileNames.segmentFileName(segment.name, SUFFIX, EXTENSION);
    }

    /** What is noted of a field; null if it has no sketches. */
    static @Nullable SketchNote of(FieldInfo field) throws IOException {
        String text = field.getAttribute(ATTRIBUTE);
        if (text == null || text.isEmpty()) {
            return null;
        }
        String[] parts = text.split(" ", -1);
        try {
            return new SketchNote(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Double.parseDouble(parts[2]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new CorruptIndexException("no place of sketches: \"" + text + "\"", ATTRIBUTE, e);
        }
    }

    void write(FieldInfo field) {
        field.putAttribute(ATTRIBUTE, rows == 0 ? "" : start + " " + rows + " " + deviations);
    }

    /** Checks that a file is that of a segment, and whole as far as its ends tell. */
    static void check(IndexInput file, SegmentInfo segment) throws IOException {
        CodecUtil.checkIndexHeader(file, CODEC, VERSION, VERSION, segment.getId(), SUFFIX);
        CodecUtil.retrieveChecksum(file);
    }

    /** The sketches, of their file. */
    Sketch sketch(IndexInput file, int dimension) throws IOException {
        long bytes = Sketch.bytes(rows, VectorSketch.words(dimension));
        return new Sketch(file.slice("sketches", start, bytes), dimension, rows, deviations);
    }
}
