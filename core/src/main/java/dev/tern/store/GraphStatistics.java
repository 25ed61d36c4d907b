package dev.tern.store;

/**
 * How much a graph holds.
 *
 * @param documents distinct documents
 * @param passages passages
 * @param entities entities
 * @param relations distinct relations, however many passages state each
 * @param waiting passages whose statements are still to be found
 * @param failed passages whose statements could not be found
 */
public record GraphStatistics(long documents, long passages, long entities, long relations, long waiting, long failed) {
    /** A graph in which nothing is left to do. */
    public GraphStatistics(long documents, long passages, long entities, long relations) {
        this(documents, passages, entities, relations, 0, 0);
    }
}
