package dev.tern.query.rank;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.store.SearchWords;
import dev.tern.text.CodePoints;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Finds the words of a question, without its names, in passages: "son" and "contribution" in "What
 * contribution did the son of Euler's teacher make?".
 *
 * <p>A passage gets the share of the words in it, 0 to 1, each weighing ln(1 + (n - d + ½) / (d +
 * ½)) with d of the n passages containing it (the rarity of BM25, Robertson and Zaragoza 2009).
 * Words are compared by their first {@value #STEM} letters, so that "contributions" is
 * "contribution"; words are defined by {@link SearchWords}. English function words and words in
 * none of the passages do not count.
 */
final class QuestionWords {
    private static final int STEM = 5;

    private final Map<String, Set<String>> wordsOfPassage = new HashMap<>();
    private final Map<String, Double> rarity = new HashMap<>();
    private final double sum;

    /**
     * Finds the words of a question in some passages.
     *
     * @param residual the question without its names
     */
    QuestionWords(String residual, Collection<Passage> passages, Function<Passage, PassageForms> forms) {
        Set<String> asked = new HashSet<>();
        for (String word : SearchWords.of(residual)) {
            if (!NameSpans.isFunctionWord(word)) {
                asked.add(CodePoints.first(word, STEM));
            }
        }
        Map<String, Integer> count = new HashMap<>();
        for (Passage passage : passages) {
            Set<String> words = stemsIn(asked, forms.apply(passage).text());
            words.forEach(word -> count.merge(word, 1, Integer::sum));
            wordsOfPassage.put(passage.id(), words);
        }
        count.forEach((word, holding) ->
                rarity.put(word, Math.log(1 + (passages.size() - holding + 0.5) / (holding + 0.5))));
        sum = rarity.values().stream().mapToDouble(value -> value).sum();
    }

    /** Returns the asked stems in a normalised text, which is split only where a stem occurs. */
    private static Set<String> stemsIn(Set<String> asked, String text) {
        Set<Integer> starts = new TreeSet<>();
        for (String stem : asked) {
            for (int at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, endOfRun(text, at))) {
                starts.add(text.lastIndexOf(' ', at) + 1);
            }
        }
        Set<String> held = new HashSet<>();
        for (int start : starts) {
            for (String word : SearchWords.ofNormalised(text.substring(start, endOfRun(text, start)))) {
                String stem = CodePoints.first(word, STEM);
                if (asked.contains(stem) && !NameSpans.isFunctionWord(word)) {
                    held.add(stem);
                }
            }
        }
        return held;
    }

    /** Returns the end of a run without spaces, which no word exceeds. */
    private static int endOfRun(String text, int at) {
        int space = text.indexOf(' ', at);
        return space < 0 ? text.length() : space;
    }

    /** Returns the share of the words in a passage; 0 if none of the passages has any. */
    double share(String passageId) {
        double held = 0;
        for (String word : wordsOfPassage.getOrDefault(passageId, Set.of())) {
            held += rarity.getOrDefault(word, 0.0);
        }
        return sum > 0 ? held / sum : 0;
    }
}
