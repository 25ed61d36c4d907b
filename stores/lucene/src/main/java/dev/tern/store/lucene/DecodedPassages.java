package dev.tern.store.lucene;

import dev.tern.graph.Passage;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/**
 * A cache of decoded passages of one commit, keyed by the document number of the row. A question
 * reads many passages by vector, by words and by id, and later questions read the same ones again.
 * Emptied when the heap is full. If the passages in use do not fit, none is cached any more: a part
 * of them gains less than its garbage costs. Thread-safe.
 */
final class DecodedPassages {
    /** The maximum bytes of all cached rows; decoded, they take about three times as much. */
    static final int MAX_BYTES = 16 << 20;

    private volatile boolean full;
    private volatile SoftReference<Entries> cached = new SoftReference<>(new Entries());

    private static final class Entries {
        private final Map<Integer, Passage> byDoc = new ConcurrentHashMap<>();
        private final AtomicInteger bytes = new AtomicInteger();
    }

    /** Returns the passage with a document number; reads and decodes its row if not cached. */
    Passage get(int doc, IOSupplier<BytesRef> row) throws IOException {
        if (full) {
            return RowBytes.passage(row.get());
        }
        Entries entries = entries();
        Passage known = entries.byDoc.get(doc);
        if (known != null) {
            return known;
        }
        BytesRef read = row.get();
        Passage passage = RowBytes.passage(read);
        if (entries.bytes.addAndGet(read.length) > MAX_BYTES) {
            full = true;
            cached.clear();
        } else {
            entries.byDoc.put(doc, passage);
        }
        return passage;
    }

    private Entries entries() {
        Entries entries = cached.get();
        if (entries == null) {
            entries = new Entries();
            cached = new SoftReference<>(entries);
        }
        return entries;
    }
}
