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
 * What one question found by one method.
 *
 * @param id the query's id
 * @param question what was asked
 * @param type the kind of question; empty where the set does not say
 * @param gold the documents that had to be found, by id
 * @param returned the distinct documents of the passages found, best first, as far as the largest cutoff
 * @param hits the gold documents among them, in that order
 * @param millis time of the retrieval on the clock, the embedding of the question included, in milliseconds
 * @param modelMillis how much of it was waiting for models, in milliseconds
 * @param cost what the retrieval cost; nothing for a baseline, which works on a graph in memory
 * @param paid what the calls of chat models cost, those whose replies were kept from a run before as well; empty if one has no price
 * @param answer what the chat model answered from the passages found, if it was asked
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
     * An answer and what it is worth.
     *
     * @param text the answer
     * @param expected the spellings that it was compared with
     * @param score how well it fits the best of them
     * @param judged what models say of it, if they were asked
     */
    public record Answered(String text, List<String> expected, AnswerScore score, Optional<Judged> judged) {
        public Answered {
            expected = List.copyOf(expected);
        }
    }

    /**
     * The answer that Tern serves, and what models say of it and of the short one.
     *
     * @param text the answer that Tern serves
     * @param claims its sentences, checked by their words
     * @param verdicts one of each judge
     */
    public record Judged(String text, List<Claim> claims, List<Verdict> verdicts) {
        /** Takes copies of the lists. */
        public Judged {
            claims = List.copyOf(claims);
            verdicts = List.copyOf(verdicts);
        }

        /** The share of the sentences that stand in the passages they cite, 0 to 1; 1 of an answer that says nothing. */
        double supported() {
            return share(claims.stream().map(Claim::supported).toList());
        }

        /** The share of the sentences that the first judge finds carried, 0 to 1; 1 of an answer that says nothing. */
        double faithful() {
            return share(verdicts.getFirst().carried());
        }

        /** What the first two judges said of the same thing; none if there is one. */
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
     * What a judge says.
     *
     * @param judge the model's name
     * @param correct whether the short answer is right
     * @param carried for each sentence of the answer that Tern serves, whether the passages carry it
     */
    public record Verdict(String judge, boolean correct, List<Boolean> carried) {
        /** Takes copies of the lists. */
        public Verdict {
            carried = List.copyOf(carried);
        }
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
