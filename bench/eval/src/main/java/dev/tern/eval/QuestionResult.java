package dev.tern.eval;

import dev.tern.eval.measure.AnswerScore;
import dev.tern.eval.measure.Measures;
import dev.tern.models.money.Money;
import dev.tern.query.trace.Trace;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of one method for one question.
 *
 * @param id the query's id
 * @param question the text of the question
 * @param type the kind of question; empty if the set does not say
 * @param gold the ids of the documents to find
 * @param returned the distinct documents of the passages found, best first, at most as many as the
 *     largest cutoff
 * @param hits the gold documents among {@code returned}, in the same order
 * @param millis wall-clock time of retrieval including the embedding of the question, in
 *     milliseconds
 * @param modelMillis the part of {@code millis} spent waiting for models, in milliseconds
 * @param cost the cost of the retrieval; zero for a baseline, whose calls are not counted
 * @param paid the cost of the retrieval's chat calls, cached ones included, but not the answer's;
 *     empty if the price or token count of a call is unknown
 * @param answer the chat model's answer from the passages; empty if not requested, or if the
 *     question has no expected answer
 */
public record QuestionResult(
        String id,
        String question,
        String type,
        List<String> gold,
        List<String> returned,
        List<String> hits,
        double millis,
        double modelMillis,
        Trace.Cost cost,
        Optional<Money> paid,
        Optional<ScoredAnswer> answer) {
    public QuestionResult {
        gold = List.copyOf(gold);
        returned = List.copyOf(returned);
        hits = List.copyOf(hits);
    }

    /**
     * An answer with its scores.
     *
     * @param expected the accepted spellings
     * @param score the best score over the spellings
     */
    public record ScoredAnswer(String text, List<String> expected, AnswerScore score) {
        public ScoredAnswer {
            expected = List.copyOf(expected);
        }
    }

    /** Returns the share of gold documents among the first {@code cutoff} documents, 0 to 1. */
    public double recall(int cutoff) {
        return Measures.recall(Set.copyOf(gold), returned, cutoff);
    }

    /** Returns true if all gold documents are among the first {@code cutoff} documents. */
    public boolean foundAll(int cutoff) {
        return recall(cutoff) == 1;
    }

    /** Returns the distinct ids in order of first occurrence, at most {@code limit}. */
    static List<String> distinct(Collection<String> documentIds, int limit) {
        return new LinkedHashSet<>(documentIds).stream().limit(limit).toList();
    }
}
