package dev.tern.store.lucene;

import java.util.Comparator;

/**
 * A row found by a search.
 *
 * @param id the id that the row starts with
 * @param doc its document number in the index
 * @param cosine its cosine to the target
 */
record Hit(String id, int doc, double cosine) {
    static final Comparator<Hit> BEST_FIRST =
            Comparator.comparingDouble(Hit::cosine).reversed().thenComparing(Hit::id);
}
