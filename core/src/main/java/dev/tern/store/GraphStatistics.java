package dev.tern.store;

import java.util.Locale;

/**
 * Counts of a graph.
 *
 * @param documents distinct documents
 * @param relations distinct relations; a relation that several passages state counts once
 * @param waiting passages that wait for extraction
 * @param failed passages whose extraction failed
 */
public record GraphStatistics(long documents, long passages, long entities, long relations, long waiting, long failed) {
    /** Creates counts of a graph without waiting and failed passages. */
    public GraphStatistics(long documents, long passages, long entities, long relations) {
        this(documents, passages, entities, relations, 0, 0);
    }

    /** Returns the counts, as in "2 documents, 5 passages, 7 entities, 6 relations, 1 waiting". */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d documents, %,d passages, %,d entities, %,d relations%s%s",
                documents,
                passages,
                entities,
                relations,
                waiting == 0 ? "" : String.format(Locale.ROOT, ", %,d waiting", waiting),
                failed == 0 ? "" : String.format(Locale.ROOT, ", %,d failed", failed));
    }
}
