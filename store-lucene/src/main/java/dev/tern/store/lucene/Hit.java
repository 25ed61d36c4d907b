package dev.tern.store.lucene;

import java.util.Comparator;
import org.apache.lucene.index.LeafReaderContext;

/**
 * A row that a search found.
 *
 * @param id the id that the row starts with
 * @param leaf its segment
 * @param doc its place in the segment
 * @param cosine its nearness
 */
record Hit(String id, LeafReaderContext leaf, int doc, double cosine) {
    static final Comparator<Hit> BEST_FIRST =
            Comparator.comparingDouble(Hit::cosine).reversed().thenComparing(Hit::id);
}
