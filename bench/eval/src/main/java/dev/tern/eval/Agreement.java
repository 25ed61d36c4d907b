package dev.tern.eval;

import java.util.List;
import java.util.Optional;

/**
 * The agreement of two judges on the correctness of answers and the support of sentences.
 *
 * @param judgements the number of common judgements
 * @param percent the share of equal judgements, in percent
 * @param kappa Cohen's kappa (1960): 0 for agreement by chance, 1 for full agreement, also if both
 *     always give the same one judgement
 */
public record Agreement(int judgements, double percent, double kappa) {
    /** Returns the agreement of the first two judges; empty if there are fewer or no judgements. */
    static Optional<Agreement> of(List<QuestionResult> questions) {
        int same = 0;
        int first = 0;
        int second = 0;
        int all = 0;
        for (QuestionResult question : questions) {
            for (boolean[] pair : question.answer().flatMap(QuestionResult.Answered::judged).stream()
                    .flatMap(judged -> judged.pairs().stream())
                    .toList()) {
                all++;
                first += pair[0] ? 1 : 0;
                second += pair[1] ? 1 : 0;
                same += pair[0] == pair[1] ? 1 : 0;
            }
        }
        if (all == 0) {
            return Optional.empty();
        }
        double agreed = (double) same / all;
        double yes = (double) first / all * second / all;
        double no = (double) (all - first) / all * (all - second) / all;
        double chance = yes + no;
        return Optional.of(new Agreement(all, 100 * agreed, chance >= 1 ? 1 : (agreed - chance) / (1 - chance)));
    }
}
