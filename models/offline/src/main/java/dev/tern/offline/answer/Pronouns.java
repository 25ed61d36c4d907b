package dev.tern.offline.answer;

import dev.tern.text.Language;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognises words that open a sentence whose subject was named before: pronouns of the third
 * person and demonstratives ("these", "diese"), in English, German, Spanish, Indonesian and
 * Japanese. Spanish and Japanese omit most pronouns, so fewer of their sentences are recognised.
 */
final class Pronouns {
    private static final Set<String> WORDS = AnswerWords.ofAll("pronouns");
    private static final Pattern NO_WORD = Pattern.compile("^[^\\p{L}\\p{N}]++");
    private static final Pattern NO_LETTER = Pattern.compile("\\P{L}");

    private static final Set<String> UNSPACED =
            AnswerWords.of(Language.JAPANESE).set("pronouns");

    private Pronouns() {}

    /** Returns true if the first word of a sentence is a listed word of any of these languages. */
    static boolean opens(String sentence) {
        String rest = NO_WORD.matcher(sentence).replaceFirst("");
        String first = NO_LETTER.split(rest, 2)[0].toLowerCase(Locale.ROOT);
        return WORDS.contains(first) || UNSPACED.stream().anyMatch(rest::startsWith);
    }
}
