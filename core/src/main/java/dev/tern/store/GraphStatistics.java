package dev.tern.store;

/**
 * Counts of a graph.
 *
 * @param documents distinct documents
 * @param passages passages
 * @param entities entities
 * @param relations distinct relations; a relation that several passages state counts once
 * @param waiting passages that wait for extraction
 * @param failed passages whose extraction failed
 */
public record GraphStatistics(long documents, long passages, long entities, long relations, long waiting, long failed) {
    /** Creates counts of a graph without waiting and failed passages. */
    public GraphStatistics(long documents, long passages, long entities, long relations) {
        this(documents, passages, entities, relations, 0, 0);
    }
}
