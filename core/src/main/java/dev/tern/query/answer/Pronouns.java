package dev.tern.query.answer;

import dev.tern.text.Language;
import java.util.Locale;
import java.util.Set;

/**
 * Recognises words that open a sentence whose subject was named before: pronouns of the third
 * person and demonstratives ("these", "diese"), in English, German, Spanish, Indonesian and
 * Japanese. Spanish and Japanese omit most pronouns, so fewer of their sentences are recognised.
 */
final class Pronouns {
    private static final Set<String> WORDS = AnswerWords.ofAll("pronouns");

    private static final Set<String> UNSPACED =
            AnswerWords.of(Language.JAPANESE).set("pronouns");

    private Pronouns() {}

    /** Returns true if the first word of a sentence is a listed one of any of these languages. */
    static boolean opens(String sentence) {
        int start = 0;
        while (start < sentence.length() && !Character.isLetterOrDigit(sentence.codePointAt(start))) {
            start += Character.charCount(sentence.codePointAt(start));
        }
        String rest = sentence.substring(start);
        int end = 0;
        while (end < rest.length() && Character.isLetter(rest.codePointAt(end))) {
            end += Character.charCount(rest.codePointAt(end));
        }
        String first = rest.substring(0, end).toLowerCase(Locale.ROOT);
        return WORDS.contains(first) || UNSPACED.stream().anyMatch(rest::startsWith);
    }
}
