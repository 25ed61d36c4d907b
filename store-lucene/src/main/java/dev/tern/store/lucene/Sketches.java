package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.jspecify.annotations.Nullable;

/**
 * The sketches of an open graph's segments, made when a segment is searched for the second time: a program that asks one question does not
 * wait for them. A segment never changes, and takes its sketches along when nobody reads it any more. Thread-safe.
 */
final class Sketches {
    /** What is smaller is compared as fast as it is estimated. */
    static final int LEAST_ROWS = 2_000;

    /** So much memory at most; segments beyond it are compared. */
    private static final long MOST_BYTES = 24L << 20;

    private final Map<Key, Known> known = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();

    private record Key(IndexReader.CacheKey segment, String vectorField) {}

    private static final class Known {
        private final AtomicInteger searches = new AtomicInteger();
        private volatile @Nullable Sketch sketch;
    }

    /** The sketch of the vectors of a segment; null if it has none, or none yet. */
    @Nullable
    Sketch of(LeafReader leaf, String vectorField, FloatVectorValues vectors) throws IOException {
        IndexReader.CacheHelper segment = leaf.getCoreCacheHelper();
        if (segment == null || vectors.size() < LEAST_ROWS) {
            return null;
        }
        Key key = new Key(segment.getKey(), vectorField);
        Known its = known.get(key);
        if (its == null) {
            its = known.computeIfAbsent(key, absent -> new Known());
            segment.addClosedListener(closed -> forget(key));
        }
        if (its.sketch == null && its.searches.incrementAndGet() == 2) {
            long more = Sketch.bytes(vectors.size(), vectors.dimension());
            its.sketch = bytes.addAndGet(more) <= MOST_BYTES ? Sketch.of(vectors) : null;
            if (its.sketch == null) {
                bytes.addAndGet(-more);
            }
        }
        return its.sketch;
    }

    private void forget(Key key) {
        Known its = known.remove(key);
        Sketch sketch = its == null ? null : its.sketch;
        if (sketch != null) {
            bytes.addAndGet(-sketch.bytes());
        }
    }
}
