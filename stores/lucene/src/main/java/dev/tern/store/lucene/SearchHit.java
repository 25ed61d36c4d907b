package dev.tern.store.lucene;

import java.util.Comparator;
import org.apache.lucene.util.BytesRef;

/**
 * A row found by a search.
 *
 * @param id the id that the row starts with
 * @param idBytes its bytes, as {@link RowBytes#idBytes}
 * @param doc its document number in the index
 * @param cosine its cosine to the target
 */
record SearchHit(String id, BytesRef idBytes, int doc, double cosine) {
    static final Comparator<SearchHit> BEST_FIRST = (one, other) -> {
        int byCosine = Double.compare(other.cosine, one.cosine);
        return byCosine != 0 ? byCosine : one.id.compareTo(other.id);
    };
}
