package dev.tern.store.lucene;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * The sketches and the {@link EqualVectors} of the segments that are open. The data of a segment is
 * opened with its first reader and closed with its last one. Thread-safe, except that {@link #open}
 * must not be called concurrently.
 */
final class SegmentVectors {
    private final Map<IndexReader.CacheKey, Segment> segments = new ConcurrentHashMap<>();

    private record Segment(Map<String, SegmentSketches> sketches, Map<String, EqualVectors> leftOut) {}

    /** Opens the data of a reader's segments, unless it is open already. */
    void open(IndexReader reader) throws IOException {
        for (LeafReaderContext context : reader.leaves()) {
            if (context.reader() instanceof SegmentReader segment
                    && !segments.containsKey(segment.getCoreCacheHelper().getKey())) {
                open(segment);
            }
        }
    }

    private void open(SegmentReader reader) throws IOException {
        Map<String, SegmentSketches> sketches = new HashMap<>();
        Map<String, EqualVectors> leftOut = new HashMap<>();
        List<Closeable> open = new ArrayList<>();
        IndexInput file = null;
        SegmentInfo info = reader.getSegmentInfo().info;
        try {
            for (FieldInfo field : reader.getFieldInfos()) {
                leftOut.put(field.name, EqualVectors.of(field));
                SketchLocation location = SketchLocation.of(field, info);
                if (location != null) {
                    file = file == null ? file(info, open) : file;
                    sketches.put(field.name, location.sketch(file, field.getVectorDimension()));
                }
            }
        } catch (IOException | RuntimeException e) {
            IOUtils.closeWhileHandlingException(open);
            throw e;
        }
        IndexReader.CacheHelper core = reader.getCoreCacheHelper();
        segments.put(core.getKey(), new Segment(sketches, leftOut));
        core.addClosedListener(closed -> {
            segments.remove(closed);
            IOUtils.close(open);
        });
    }

    /** Opens the file of a segment's sketches, and adds it to the resources to close. */
    private static IndexInput file(SegmentInfo segment, List<Closeable> open) throws IOException {
        Directory directory = segment.dir;
        if (segment.getUseCompoundFile()) {
            directory = segment.getCodec().compoundFormat().getCompoundReader(directory, segment);
            open.add(directory);
        }
        IndexInput file = directory.openInput(SketchLocation.file(segment), IOContext.DEFAULT);
        open.addFirst(file);
        SketchLocation.check(file, segment);
        return file;
    }

    private Segment of(LeafReader leaf) {
        IndexReader.CacheHelper core = leaf.getCoreCacheHelper();
        Segment segment = core == null ? null : segments.get(core.getKey());
        if (segment == null) {
            throw new IllegalStateException("the vectors of " + leaf + " were not opened");
        }
        return segment;
    }

    /** Returns the sketches of a segment's vectors; null if it has none. */
    @Nullable
    SegmentSketches sketch(LeafReader leaf, String vectorField) {
        return of(leaf).sketches.get(vectorField);
    }

    /** Returns the rows that a vector graph of the segment leaves out. */
    EqualVectors leftOut(LeafReader leaf, String vectorField) {
        return of(leaf).leftOut.getOrDefault(vectorField, EqualVectors.NONE);
    }
}
