package dev.tern.store.lucene;

import dev.tern.graph.Passage;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/**
 * A cache of decoded passages of one commit, keyed by the document number of the row. A question
 * reads many passages by vector, by words and by id, and later questions read the same ones again.
 * When the cache is full, it is cleared. Thread-safe.
 */
final class DecodedPassages {
    /** The maximum bytes of all cached rows; decoded, they take about three times as much. */
    static final int MAX_BYTES = 4 << 20;

    private final Map<Integer, Passage> byDoc = new ConcurrentHashMap<>();
    private final AtomicInteger bytes = new AtomicInteger();

    /** Returns the passage with a document number; reads and decodes its row if not cached. */
    Passage get(int doc, IOSupplier<BytesRef> row) throws IOException {
        Passage known = byDoc.get(doc);
        if (known != null) {
            return known;
        }
        BytesRef read = row.get();
        if (bytes.addAndGet(read.length) > MAX_BYTES) {
            byDoc.clear();
            bytes.set(read.length);
        }
        Passage passage = RowBytes.passage(read);
        if (read.length <= MAX_BYTES) {
            byDoc.put(doc, passage);
        }
        return passage;
    }
}
