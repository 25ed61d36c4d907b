package dev.tern.eval.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.regex.Pattern;

/**
 * The match of an answer with the expected one, as in SQuAD and MuSiQue: over lower-case words,
 * without ASCII punctuation and English articles. Of several accepted spellings the best match
 * counts. (Rajpurkar et al., "SQuAD", EMNLP 2016.)
 *
 * @param exact 1 if the words are the same, otherwise 0
 * @param overlap F1 of the words: the harmonic mean of precision and recall, 0 to 1
 */
public record AnswerScore(double exact, double overlap) {
    private static final Pattern PUNCTUATION = Pattern.compile("[!-/:-@\\[-`{-~]");
    private static final Pattern ARTICLE = Pattern.compile("\\b(a|an|the)\\b", Pattern.UNICODE_CHARACTER_CLASS);

    /**
     * Returns the score of an answer.
     *
     * @param expected the accepted spellings; if there are none, the scores are 0
     */
    public static AnswerScore of(String answer, Collection<String> expected) {
        return new AnswerScore(
                best(answer, expected, AnswerScore::exact), best(answer, expected, AnswerScore::overlap));
    }

    private static double best(
            String answer, Collection<String> expected, ToDoubleBiFunction<List<String>, List<String>> score) {
        List<String> words = words(answer);
        return expected.stream()
                .mapToDouble(spelling -> score.applyAsDouble(words, words(spelling)))
                .max()
                .orElse(0);
    }

    private static double exact(List<String> answer, List<String> expected) {
        return answer.equals(expected) ? 1 : 0;
    }

    private static double overlap(List<String> answer, List<String> expected) {
        if (answer.isEmpty() || expected.isEmpty()) {
            return exact(answer, expected);
        }
        Map<String, Integer> left = new HashMap<>();
        expected.forEach(word -> left.merge(word, 1, Integer::sum));
        int shared = 0;
        for (String word : answer) {
            if (left.merge(word, -1, Integer::sum) >= 0) {
                shared++;
            }
        }
        double precision = (double) shared / answer.size();
        double recall = (double) shared / expected.size();
        return shared == 0 ? 0 : 2 * precision * recall / (precision + recall);
    }

    /** Returns the lower-case words of a text, without ASCII punctuation and English articles. */
    public static List<String> words(String text) {
        String bare = PUNCTUATION.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
        return Arrays.stream(ARTICLE.matcher(bare).replaceAll(" ").split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
