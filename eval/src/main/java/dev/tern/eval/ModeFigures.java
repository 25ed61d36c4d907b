package dev.tern.eval;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * The figures of one mode: means over the questions, each question counting the same.
 *
 * @param recall by cutoff k, the mean share of gold documents among the first k distinct documents, in percent
 * @param allGold by cutoff k, the share of questions with all gold documents among the first k, in percent
 * @param latency how long retrieval took
 * @param roundTrips waits for the store a question; calls that are under way at the same time are one
 * @param storeCalls calls of the store a question
 * @param modelCalls calls of the embedding model and the chat model a question
 * @param questions every question, in the order of the set
 */
public record ModeFigures(
        SortedMap<Integer, Double> recall,
        SortedMap<Integer, Double> allGold,
        Latency latency,
        double roundTrips,
        double storeCalls,
        double modelCalls,
        List<QuestionResult> questions) {
    /** Copies. */
    public ModeFigures {
        recall = Collections.unmodifiableSortedMap(new TreeMap<>(recall));
        allGold = Collections.unmodifiableSortedMap(new TreeMap<>(allGold));
        questions = List.copyOf(questions);
    }

    /**
     * Times of retrieval on the clock, the embedding of the question included. Percentiles are by nearest rank: the
     * smallest time that at least so many percent of the questions did not exceed.
     *
     * @param p50Millis the median, in milliseconds
     * @param p95Millis the 95th percentile, in milliseconds
     */
    public record Latency(double p50Millis, double p95Millis) {}

    static ModeFigures of(List<QuestionResult> questions, SortedSet<Integer> cutoffs) {
        SortedMap<Integer, Double> recall = new TreeMap<>();
        SortedMap<Integer, Double> allGold = new TreeMap<>();
        for (int cutoff : cutoffs) {
            recall.put(cutoff, 100 * Measures.mean(questions, question -> question.recall(cutoff)));
            allGold.put(cutoff, 100 * Measures.mean(questions, question -> question.foundAll(cutoff) ? 1 : 0));
        }
        List<Double> millis = questions.stream().map(QuestionResult::millis).toList();
        return new ModeFigures(
                recall,
                allGold,
                new Latency(Measures.percentile(millis, 50), Measures.percentile(millis, 95)),
                Measures.mean(questions, QuestionResult::roundTrips),
                Measures.mean(questions, QuestionResult::storeCalls),
                Measures.mean(questions, QuestionResult::modelCalls),
                questions);
    }
}
