package dev.tern.store.lucene;

import java.util.Comparator;

/**
 * A row found by a search.
 *
 * @param id the row's id; for a relation's row, the relation's key
 * @param doc the document number of the row in the index
 * @param cosine the cosine of the row's vector and the target, -1 to 1
 */
record SearchHit(String id, int doc, double cosine) {
    static final Comparator<SearchHit> BEST_FIRST = (one, other) -> {
        int byCosine = Double.compare(other.cosine, one.cosine);
        return byCosine != 0 ? byCosine : one.id.compareTo(other.id);
    };
}
