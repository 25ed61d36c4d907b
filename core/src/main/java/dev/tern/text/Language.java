package dev.tern.text;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * The languages that have rules for names and questions, and {@link #OTHER}. Japanese is recognised
 * by its Kana, the other languages with rules by their most common words: articles, pronouns,
 * prepositions, auxiliaries and question words.
 */
public enum Language {
    /** English, and the default. */
    ENGLISH,
    /** German, with its articles and possessives in every case. */
    GERMAN,
    /** Spanish, with its articles and question words. */
    SPANISH,
    /** Indonesian, and Malay as far as the two agree. */
    INDONESIAN,
    /** Japanese, recognised by its Kana. */
    JAPANESE,
    /** Any other language, without known words. */
    OTHER;

    /** The maximum number of characters read to recognise the language of a text. */
    private static final int MAX_LENGTH = 20_000;

    private static final int MAX_QUESTION_LENGTH = 500;

    /** The minimum number of words of a text that can be {@link #OTHER}. */
    private static final int MIN_OTHER_WORDS = 12;

    /** The maximum number of words of English text for each function word in it. */
    private static final int MAX_WORDS_PER_FUNCTION_WORD = 10;

    private static final Set<String> FOREIGN_QUESTIONS = WordLists.of("foreignQuestions");
    private static final Set<String> GERMAN_ARTICLES = Set.of("der", "die", "das", "ein", "eine");
    private static final Set<String> SPANISH_ARTICLES = Set.of("el", "la", "los", "las", "un", "una");
    private static final Pattern WORD_BREAKS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final List<Language> SPACED = List.of(ENGLISH, GERMAN, SPANISH, INDONESIAN);

    @SuppressWarnings("ImmutableEnumChecker") // Set.copyOf and the like are immutable, which their type does not say.
    private final Set<String> functionWords;

    Language() {
        functionWords = WordLists.of("functionWords." + name().toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the language with the most function words in a text: English if there are none, and
     * never {@link #OTHER}. A text with Kana is Japanese. Both rules yield to a question word at
     * the start of a text of up to 500 characters, if it is of only one language: "Who is El
     * Greco?" is English. Only the first 20,000 characters are read.
     */
    public static Language of(String text) {
        String read = text.substring(0, Math.min(text.length(), MAX_LENGTH));
        if (read.length() <= MAX_QUESTION_LENGTH) {
            List<Language> opened = openedBy(read);
            if (opened.size() == 1) {
                return opened.getFirst();
            }
        }
        if (isJapanese(read)) {
            return JAPANESE;
        }
        List<String> words =
                WORD_BREAKS.splitAsStream(read.toLowerCase(Locale.ROOT)).toList();
        return mostFrequent(language ->
                (int) words.stream().filter(language.functionWords::contains).count());
    }

    /**
     * Returns the language of a question, as {@link #of(String)}, except that a question without
     * Kana is {@link #OTHER} in two cases: one of its first three words is a question word of
     * another language, or it has non-Latin letters and no known function word.
     */
    public static Language ofQuestion(String question) {
        List<String> words = WORD_BREAKS
                .splitAsStream(question.toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty())
                .toList();
        boolean latin = question.codePoints()
                .filter(Character::isLetter)
                .allMatch(letter -> UnicodeScript.of(letter) == UnicodeScript.LATIN);
        boolean unknown =
                !latin && words.stream().noneMatch(word -> SPACED.stream().anyMatch(one -> one.isFunctionWord(word)));
        boolean foreign = words.stream().limit(3).anyMatch(FOREIGN_QUESTIONS::contains);
        return (unknown || foreign) && !isJapanese(question) ? OTHER : of(question);
    }

    /** Returns the languages with a question word at the start of a text. */
    private static List<Language> openedBy(String text) {
        String first = WORD_BREAKS
                .splitAsStream(text.toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty())
                .findFirst()
                .orElse("");
        return Interrogatives.contain(first)
                ? SPACED.stream()
                        .filter(language -> language.isFunctionWord(first))
                        .toList()
                : List.of();
    }

    /**
     * Returns the language of texts by counts of their lower-case words; never Japanese. If English
     * has the most function words, but fewer than one in {@value #MAX_WORDS_PER_FUNCTION_WORD} of
     * at least {@value #MIN_OTHER_WORDS} words, returns {@link #OTHER}.
     *
     * @param counts returns the number of occurrences of a word
     * @param words the number of lower-case words in the texts
     */
    public static Language of(ToIntFunction<String> counts, int words) {
        ToIntFunction<Language> known =
                language -> language.functionWords.stream().mapToInt(counts).sum();
        Language most = mostFrequent(known);
        boolean foreign = most == ENGLISH
                && words >= MIN_OTHER_WORDS
                && known.applyAsInt(ENGLISH) * MAX_WORDS_PER_FUNCTION_WORD < words;
        return foreign ? OTHER : most;
    }

    private static Language mostFrequent(ToIntFunction<Language> count) {
        Language most = ENGLISH;
        for (Language language : SPACED) {
            most = count.applyAsInt(language) > count.applyAsInt(most) ? language : most;
        }
        return most;
    }

    /** Returns true if a lower-case word is a function word of this language. */
    public boolean isFunctionWord(String word) {
        return functionWords.contains(word);
    }

    /** Returns true for a lower-case article of this language, if German or Spanish. */
    public boolean isArticle(String word) {
        return switch (this) {
            case GERMAN -> GERMAN_ARTICLES.contains(word);
            case SPANISH -> SPANISH_ARTICLES.contains(word);
            default -> false;
        };
    }

    /** Returns a name without a leading {@linkplain #isArticle article}. */
    public String withoutArticle(String name) {
        int space = name.indexOf(' ');
        return space > 0 && isArticle(name.substring(0, space).toLowerCase(Locale.ROOT))
                ? name.substring(space + 1)
                : name;
    }

    /** Returns true if a text contains Kana, which only Japanese uses. */
    public static boolean isJapanese(String text) {
        return text.codePoints().anyMatch(Language::isKana);
    }

    private static boolean isKana(int c) {
        if (c < 0x3040 || c > 0x30ff) {
            return false;
        }
        UnicodeScript script = UnicodeScript.of(c);
        return script == UnicodeScript.HIRAGANA || script == UnicodeScript.KATAKANA;
    }
}
