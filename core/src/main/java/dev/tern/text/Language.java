package dev.tern.text;

import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The languages that have rules for names and questions, and {@link #OTHER}. Japanese is recognised
 * by its Kana, the other languages with rules by their most common words: articles, pronouns,
 * prepositions, auxiliaries and question words.
 */
public enum Language {
    /** English, and the default. */
    ENGLISH("a an the and or but nor if then than so as at by for from in into of off on onto out over to up with"
            + " about after against before between during per since through until via within without"
            + " is are was were be been being am do does did has have had make makes made can could may might must"
            + " shall should will would not no yes he she it they we you i his her its their our my"
            + " your him them us me who whom whose what which when where why how this that these those"
            + " there here also both each other some any all more most such only own same s t"),
    /** German, with its articles and possessives in every case. */
    GERMAN("der die das den dem des ein eine einer eines einem einen und oder aber in im an am auf aus bei"
            + " beim mit nach von vom zu zum zur für über unter vor durch als wie wer wen wem wessen was"
            + " wann wo wohin woher warum welche welcher welches welchem welchen ist sind war waren wird"
            + " wurde wurden worden hat haben hatte hatten sich nicht auch es er sie ihr ihre ihrem ihren ihrer ihres"
            + " sein seine seinem seinen seiner seines dieser diese dieses diesem diesen kein keine um bis seit dass"),
    /** Spanish, with its articles and question words. */
    SPANISH("el la los las un una unos unas y o de del al en con por para sin sobre entre a que qué quien"
            + " quién quienes quiénes cuál cuáles cuándo dónde adónde cómo cuánto cuántos cuánta cuántas"
            + " es son era fue fueron ha han se su sus lo le les no más este esta ese esa desde hasta"),
    /** Indonesian, and Malay as far as the two agree. */
    INDONESIAN("yang di ke dari dan atau pada untuk dengan oleh dalam antara adalah ialah itu ini siapa siapakah"
            + " apa apakah mana kapan berapa bagaimana mengapa nya para sebuah seorang tidak akan telah"
            + " sudah ia dia mereka sejak sebagai"),
    /** Japanese, recognised by its Kana. */
    JAPANESE(""),
    /** Any other language, without known words. */
    OTHER("");

    /** The maximum number of characters read to recognise the language of a text. */
    private static final int MAX_LENGTH = 20_000;

    private static final int MAX_QUESTION_LENGTH = 500;

    /** The minimum number of words of a text that can be {@link #OTHER}. */
    private static final int WORDS_THAT_TELL = 12;

    /** A text in which function words are rarer than one in this number is not English. */
    private static final int RAREST_IN_ENGLISH = 10;

    private static final Set<String> GERMAN_ARTICLES = Set.of("der", "die", "das", "ein", "eine");
    private static final Set<String> SPANISH_ARTICLES = Set.of("el", "la", "los", "las", "un", "una");
    private static final Pattern WORD_BREAKS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final List<Language> SPACED = List.of(ENGLISH, GERMAN, SPANISH, INDONESIAN);

    @SuppressWarnings("ImmutableEnumChecker") // Set.copyOf and the like are immutable, which their type does not say.
    private final Set<String> functionWords;

    Language(String words) {
        functionWords = Arrays.stream(words.split(" ")).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the language with the most function words in a text: English if there are none, and
     * never {@link #OTHER}. A text with Kana is Japanese. In a text of at most 500 characters, a
     * question word of only one language at the start decides first: "Who is El Greco?" is English.
     * Only the first 20,000 characters are read.
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
        Map<String, Long> words = WORD_BREAKS
                .splitAsStream(read.toLowerCase(Locale.ROOT))
                .collect(Collectors.groupingBy(word -> word, Collectors.counting()));
        return mostFrequent(language -> language.functionWords.stream()
                .mapToInt(word -> Math.toIntExact(words.getOrDefault(word, 0L)))
                .sum());
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
     * has the most function words, but fewer than one in {@value #RAREST_IN_ENGLISH} of at least
     * {@value #WORDS_THAT_TELL} words, returns {@link #OTHER}.
     *
     * @param counts returns the number of occurrences of a word
     * @param words the number of lower-case words in the texts
     */
    public static Language of(ToIntFunction<String> counts, int words) {
        ToIntFunction<Language> known =
                language -> language.functionWords.stream().mapToInt(counts).sum();
        Language most = mostFrequent(known);
        boolean foreign =
                most == ENGLISH && words >= WORDS_THAT_TELL && known.applyAsInt(ENGLISH) * RAREST_IN_ENGLISH < words;
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

    /** Returns true for a lower-case article that may begin a German or Spanish name. */
    public boolean isArticle(String word) {
        return switch (this) {
            case GERMAN -> GERMAN_ARTICLES.contains(word);
            case SPANISH -> SPANISH_ARTICLES.contains(word);
            default -> false;
        };
    }

    /** Returns a name without a leading article of this language. */
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
