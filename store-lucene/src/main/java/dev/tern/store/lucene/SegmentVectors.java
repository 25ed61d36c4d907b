package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.jspecify.annotations.Nullable;

/**
 * What is kept in memory of the vectors of an open graph's segments: which rows their vector graphs leave out, and their sketches, which are made
 * when a segment is searched for the second time: a program that asks one question does not wait for them. What failed, or found no
 * room, is tried again at the next search. A segment never changes, and what is kept of it goes with its last reader. Thread-safe.
 */
final class SegmentVectors {
    /** What is smaller is compared as fast as it is estimated. */
    static final int LEAST_ROWS = 256;

    private static final int SEARCHES_BEFORE = 2;

    private final Map<Key, Known> known = new ConcurrentHashMap<>();
    private final SketchRoom room;

    /** What is kept of segments whose sketches take up memory of a room, perhaps with those of other graphs. */
    SegmentVectors(SketchRoom room) {
        this.room = room;
    }

    private record Key(IndexReader.CacheKey segment, String vectorField) {}

    private static final class Known {
        private final AtomicInteger searches = new AtomicInteger();
        private final AtomicBoolean making = new AtomicBoolean();
        private volatile @Nullable Sketch sketch;
        private volatile boolean unfit;
        private volatile @Nullable EqualVectors leftOut;
        private boolean forgotten;

        /** Whether it is kept: not if the segment is closed. */
        synchronized boolean keep(Sketch made) {
            if (!forgotten) {
                sketch = made;
            }
            return !forgotten;
        }

        synchronized @Nullable Sketch forget() {
            forgotten = true;
            return sketch;
        }
    }

    /**
     * The sketch of the vectors of a segment; null if it has none, or none yet.
     *
     * @param again whether the same search asked before, so that it is not counted once more
     */
    @Nullable
    Sketch sketch(LeafReader leaf, String vectorField, FloatVectorValues vectors, boolean again) throws IOException {
        Known its = vectors.size() < LEAST_ROWS ? null : known(leaf, vectorField);
        if (its == null) {
            return null;
        }
        int searches = again ? its.searches.get() : its.searches.incrementAndGet();
        if (its.sketch == null && searches >= SEARCHES_BEFORE && its.making.compareAndSet(false, true)) {
            try {
                make(its, vectors);
            } finally {
                its.making.set(false);
            }
        }
        return its.sketch;
    }

    /** The rows that the vector graph of a segment leaves out. */
    EqualVectors leftOut(LeafReader leaf, String vectorField) {
        FieldInfo field = leaf.getFieldInfos().fieldInfo(vectorField);
        Known its = known(leaf, vectorField);
        if (its == null) {
            return EqualVectors.of(field);
        }
        EqualVectors leftOut = its.leftOut;
        if (leftOut == null) {
            leftOut = EqualVectors.of(field);
            its.leftOut = leftOut;
        }
        return leftOut;
    }

    private @Nullable Known known(LeafReader leaf, String vectorField) {
        IndexReader.CacheHelper segment = leaf.getCoreCacheHelper();
        if (segment == null) {
            return null;
        }
        Key key = new Key(segment.getKey(), vectorField);
        Known its = known.get(key);
        if (its == null) {
            its = known.computeIfAbsent(key, absent -> new Known());
            segment.addClosedListener(closed -> forget(key));
        }
        return its;
    }

    private void make(Known its, FloatVectorValues vectors) throws IOException {
        long bytes = Sketch.bytes(vectors.size(), vectors.dimension());
        if (its.sketch != null || its.unfit || !room.take(bytes)) {
            return;
        }
        boolean kept = false;
        try {
            Sketch made = Sketch.of(vectors);
            its.unfit = made == null;
            kept = made != null && its.keep(made);
        } finally {
            if (!kept) {
                room.giveBack(bytes);
            }
        }
    }

    private void forget(Key key) {
        Known its = known.remove(key);
        Sketch sketch = its == null ? null : its.forget();
        if (sketch != null) {
            room.giveBack(sketch.bytes());
        }
    }
}
