package dev.tern.eval;

import dev.tern.eval.measure.AnswerScore;
import dev.tern.eval.measure.Measures;
import dev.tern.models.money.Money;
import dev.tern.query.cite.Claim;
import dev.tern.query.trace.Trace;
import java.util.ArrayList;
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
 * @param returned the distinct documents of the passages found, best first, up to the top cutoff
 * @param hits the gold documents among them, in order
 * @param millis wall-clock time with the embedding of the question, in milliseconds
 * @param modelMillis the part of it spent waiting for models, in milliseconds
 * @param cost the cost of the retrieval; zero for a baseline, which works on a graph in memory
 * @param paid the cost of chat calls, cached replies included; empty if one has no price
 * @param answer the chat model's answer from the passages, if requested
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
        Optional<Answered> answer) {
    public QuestionResult {
        gold = List.copyOf(gold);
        returned = List.copyOf(returned);
        hits = List.copyOf(hits);
    }

    /**
     * An answer with its scores.
     *
     * @param text the answer
     * @param expected the accepted spellings
     * @param score the score for the best matching spelling
     * @param judged the judgements of models, if requested
     */
    public record Answered(String text, List<String> expected, AnswerScore score, Optional<Judged> judged) {
        public Answered {
            expected = List.copyOf(expected);
        }
    }

    /**
     * The answer as Tern serves it, and judgements of it and of the short answer.
     *
     * @param text the answer
     * @param claims its sentences, checked by their words
     * @param verdicts one of each judge
     */
    public record Judged(String text, List<Claim> claims, List<Verdict> verdicts) {
        public Judged {
            claims = List.copyOf(claims);
            verdicts = List.copyOf(verdicts);
        }

        /** Returns the share of sentences that their citations' words support; 1 if none. */
        double supported() {
            return share(claims.stream().map(Claim::supported).toList());
        }

        /** Returns the share of sentences that the first judge finds supported; 1 if none. */
        double faithful() {
            return share(verdicts.getFirst().carried());
        }

        /** Returns pairs of the first two judges' judgements; empty if there is one judge. */
        List<boolean[]> pairs() {
            List<boolean[]> pairs = new ArrayList<>();
            if (verdicts.size() > 1) {
                Verdict one = verdicts.getFirst();
                Verdict other = verdicts.get(1);
                pairs.add(new boolean[] {one.correct(), other.correct()});
                for (int i = 0; i < one.carried().size(); i++) {
                    pairs.add(
                            new boolean[] {one.carried().get(i), other.carried().get(i)});
                }
            }
            return pairs;
        }

        private static double share(List<Boolean> some) {
            return some.isEmpty()
                    ? 1
                    : (double) some.stream().filter(yes -> yes).count() / some.size();
        }
    }

    /**
     * The judgements of one judge.
     *
     * @param judge the model's name
     * @param correct true if the short answer is correct
     * @param carried for each sentence of the served answer, true if the passages support it
     */
    public record Verdict(String judge, boolean correct, List<Boolean> carried) {
        public Verdict {
            carried = List.copyOf(carried);
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

    /** Returns distinct documents in order of first occurrence. */
    static List<String> distinct(Collection<String> documentIds, int limit) {
        return new LinkedHashSet<>(documentIds).stream().limit(limit).toList();
    }
}
