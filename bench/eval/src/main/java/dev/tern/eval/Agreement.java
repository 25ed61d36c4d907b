package dev.tern.eval;

import java.util.List;
import java.util.Optional;

/**
 * How far two judges agree, over all that both judged: whether an answer is right, and whether each of its sentences is carried.
 *
 * @param judgements how many there are of each judge
 * @param percent how many of them are the same
 * @param kappa Cohen's kappa (1960): 0 where they agree no more than chance would have it, 1 where they always do; 1 too where both
 *     always say the same one thing
 */
public record Agreement(int judgements, double percent, double kappa) {
    /** The agreement of the first two judges; empty if there are not two, or nothing was judged. */
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
