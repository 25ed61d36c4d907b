package dev.tern.eval;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one question found in one mode.
 *
 * @param id the query's id
 * @param question what was asked
 * @param gold the documents that had to be found, by id
 * @param returned the distinct documents of the passages found, best first, as far as the largest cutoff
 * @param hits the gold documents among them, in that order
 * @param millis time of the retrieval on the clock, the embedding of the question included, in milliseconds
 * @param roundTrips waits for the store; calls that are under way at the same time are one
 * @param storeCalls calls of the store
 * @param modelCalls calls of the embedding model and the chat model
 */
public record QuestionResult(
        String id,
        String question,
        List<String> gold,
        List<String> returned,
        List<String> hits,
        double millis,
        int roundTrips,
        int storeCalls,
        int modelCalls) {
    /** Copies. */
    public QuestionResult {
        gold = List.copyOf(gold);
        returned = List.copyOf(returned);
        hits = List.copyOf(hits);
    }

    /** The share of the gold documents among the first {@code cutoff} documents, 0 to 1. */
    public double recall(int cutoff) {
        return Measures.recall(Set.copyOf(gold), returned, cutoff);
    }

    /** Whether all gold documents are among the first {@code cutoff} documents. */
    public boolean foundAll(int cutoff) {
        return recall(cutoff) == 1;
    }

    /** The documents of passages in order, each at the place of its first passage. */
    static List<String> distinct(Collection<String> documentIds, int limit) {
        return new LinkedHashSet<>(documentIds).stream().limit(limit).toList();
    }
}
