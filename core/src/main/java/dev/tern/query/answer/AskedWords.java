package dev.tern.query.answer;

import dev.tern.graph.NameSpans;
import dev.tern.store.Words;
import java.lang.Character.UnicodeScript;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words that a question asks with, compared by their first {@value #STEM} letters, so that "contributions" is
 * "contribution". Function words are left out: those of one language, the one that the question has most of, for "son" and "die"
 * say much in English.
 */
final class AskedWords {
    private static final int STEM = 5;

    private static final List<Set<String>> FUNCTION_WORDS = List.of(
            // German
            words("der die das den dem des ein eine einer eines einem einen und oder aber in im an am auf aus bei"
                    + " beim mit nach von vom zu zum zur für über unter vor durch als wie wer wen wem wessen was"
                    + " wann wo wohin woher warum welche welcher welches welchem welchen ist sind war waren wird"
                    + " wurde wurden worden hat haben hatte hatten sich nicht auch es er sie ihr ihre sein seine"
                    + " dass"),
            // Spanish
            words("el la los las un una unos unas y o de del al en con por para sin sobre entre a que qué quien"
                    + " quién quienes quiénes cuál cuáles cuándo dónde adónde cómo cuánto cuántos cuánta cuántas"
                    + " es son era fue fueron ha han se su sus lo le les no más"),
            // Indonesian
            words("yang di ke dari dan atau pada untuk dengan oleh dalam antara adalah ialah itu ini siapa siapakah"
                    + " apa apakah mana kapan berapa bagaimana mengapa nya para sebuah seorang tidak akan telah"
                    + " sudah"));

    private final Set<String> functionWords;
    private final Set<String> all;
    private final Set<String> names = new HashSet<>();

    AskedWords(String question) {
        functionWords = functionWords(question);
        all = of(question);
        for (NameSpans.Span name : NameSpans.capitalised(question)) {
            // The first word has its capital from its place.
            if (name.start() > 0) {
                names.addAll(of(name.text()));
            }
        }
    }

    private static Set<String> words(String list) {
        return Set.of(list.split(" "));
    }

    /** Those of the language that a question has most of; none for English, which {@link NameSpans} knows. */
    private static Set<String> functionWords(String question) {
        List<String> asked = Words.of(question);
        Set<String> most = Set.of();
        long found = asked.stream().filter(NameSpans::isFunctionWord).count();
        for (Set<String> language : FUNCTION_WORDS) {
            long here = asked.stream().filter(language::contains).count();
            if (here > found) {
                found = here;
                most = language;
            }
        }
        return most;
    }

    /** The words of a text as these are compared. */
    Set<String> of(String text) {
        Set<String> words = new HashSet<>();
        for (String word : Words.of(text)) {
            boolean function = functionWords.isEmpty() ? NameSpans.isFunctionWord(word) : functionWords.contains(word);
            if (!function && !isParticle(word)) {
                words.add(stem(word));
            }
        }
        return words;
    }

    /** Whether a word is nothing but Hiragana, in which Japanese writes its endings and particles. */
    private static boolean isParticle(String word) {
        return word.codePoints().allMatch(c -> UnicodeScript.of(c) == UnicodeScript.HIRAGANA);
    }

    private static String stem(String word) {
        return word.codePointCount(0, word.length()) <= STEM
                ? word
                : word.substring(0, word.offsetByCodePoints(0, STEM));
    }

    /** Those of the asked words that are among some words. */
    Set<String> among(Set<String> words) {
        Set<String> found = new HashSet<>(all);
        found.retainAll(words);
        return found;
    }

    /** Whether one of the names that are asked about is among some words. */
    boolean named(Set<String> words) {
        return names.stream().anyMatch(words::contains);
    }

    /** The share of the question that some words hold, names counted twice; 0 to 1. */
    double found(Set<String> words) {
        double asked = all.size() + names.size();
        return asked == 0
                ? 0
                : (among(words).size() + names.stream().filter(words::contains).count()) / asked;
    }

    /**
     * What the asked words weigh, of which some sentences hold any, together 1: the fewer sentences a word stands in, the more
     * (ln(1 + (n - d + ½) / (d + ½)) with d of n sentences, the rarity of BM25, Robertson and Zaragoza 2009).
     */
    Map<String, Double> weights(Collection<Set<String>> sentences) {
        Map<String, Double> weights = new HashMap<>();
        double sum = 0;
        for (String word : all) {
            long holding =
                    sentences.stream().filter(words -> words.contains(word)).count();
            if (holding > 0) {
                double rarity = Math.log(1 + (sentences.size() - holding + 0.5) / (holding + 0.5));
                weights.put(word, rarity);
                sum += rarity;
            }
        }
        double whole = sum;
        weights.replaceAll((word, rarity) -> rarity / whole);
        return weights;
    }
}
