package dev.tern.offline.answer;

import dev.tern.graph.NameSpans;
import dev.tern.text.Interrogatives;
import dev.tern.text.Language;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognises questions that depend on an earlier one: they refer back ("his", "that bridge",
 * "ibunya"), continue ("And when?", "What about ..."), or have at most one content word, in German
 * no content word if a word after the first is capitalised. Knows the words of English, German,
 * Spanish, Indonesian and Japanese.
 */
final class FollowUpDetector {
    private static final List<String> KINDS = List.of("amount", "when", "where", "who", "why", "what");
    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]++");

    /** A Japanese content word, or its part before Hiragana. */
    private static final Pattern UNSPACED_WORD =
            Pattern.compile("[\\p{IsHan}々]++|[\\p{IsKatakana}ー]++|[\\p{IsLatin}\\p{N}]++");

    private final Language language;
    private final AnswerWords words;
    private final boolean spaced;
    private final Set<String> back;

    /** The lower-case question without phrases whose pronouns refer to nothing ("is there"). */
    private final String text;

    private FollowUpDetector(String question) {
        language = Language.of(question);
        words = AnswerWords.of(language);
        spaced = language != Language.JAPANESE;
        back = new HashSet<>(words.set("pronouns"));
        back.addAll(words.set("back"));
        String letters = NO_LETTERS
                .matcher(question.toLowerCase(Locale.ROOT))
                .replaceAll(" ")
                .strip();
        text = without("fillers", spaced ? " " + letters + " " : letters);
    }

    /** Returns true if a question seems to depend on an earlier one, or has hardly any content. */
    static boolean isFollowUp(String question) {
        FollowUpDetector detector = new FollowUpDetector(question);
        return detector.continues()
                || (detector.spaced
                        ? detector.refersBack() || detector.contentWords() <= detector.maxContentWords(question)
                        : detector.back.stream().anyMatch(detector.text::contains)
                                || detector.unspacedContentWords() <= 1);
    }

    private int maxContentWords(String question) {
        boolean noun = language == Language.GERMAN
                && NameSpans.capitalised(question).stream().anyMatch(span -> span.start() > 0);
        return noun ? 0 : 1;
    }

    private boolean continues() {
        return words.phrases("continuations").stream().map(this::delimited).anyMatch(text::startsWith);
    }

    private boolean refersBack() {
        List<String> all = List.of(text.strip().split(" "));
        for (int i = 0; i < all.size(); i++) {
            String word = all.get(i);
            // "the bridge that he built" is not "that bridge".
            boolean demonstrative = words.set("demonstratives").contains(word)
                    && (i == 0 || i == all.size() - 1 || language.isFunctionWord(all.get(i - 1)));
            boolean ending = words.set("endings").stream().anyMatch(word::endsWith);
            if (demonstrative || ending || back.contains(word)) {
                return true;
            }
        }
        return false;
    }

    private long contentWords() {
        return Arrays.stream(asking().strip().split(" "))
                .filter(word -> !word.isEmpty() && !language.isFunctionWord(word) && !Interrogatives.contain(word))
                .filter(word -> !words.set("light").contains(word)
                        && !words.set("requests").contains(word))
                .count();
    }

    private long unspacedContentWords() {
        return UNSPACED_WORD
                .matcher(asking())
                .results()
                .filter(word -> !words.set("light").contains(word.group()))
                .count();
    }

    /** Returns the question without interrogative phrases, such as "how long". */
    private String asking() {
        String rest = text;
        for (String kind : KINDS) {
            rest = without(kind, rest);
        }
        return rest;
    }

    private String without(String key, String from) {
        String rest = from;
        for (String phrase : words.phrases(key)) {
            rest = rest.replace(delimited(phrase), " ");
        }
        return rest;
    }

    private String delimited(String phrase) {
        return spaced ? " " + phrase + " " : phrase;
    }
}
