package dev.tern.store;

/**
 * How much a graph holds.
 *
 * @param documents distinct documents
 * @param passages passages
 * @param entities entities
 * @param relations distinct relations, however many passages state each
 */
public record GraphStatistics(long documents, long passages, long entities, long relations) {}
