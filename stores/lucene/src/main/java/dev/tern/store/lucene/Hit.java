package dev.tern.store.lucene;

import java.util.Comparator;

/**
 * A row that a search found.
 *
 * @param id the id that the row starts with
 * @param doc the number that the index has for it
 * @param cosine its nearness
 */
record Hit(String id, int doc, double cosine) {
    static final Comparator<Hit> BEST_FIRST =
            Comparator.comparingDouble(Hit::cosine).reversed().thenComparing(Hit::id);
}
