package dev.tern.offline.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.note.NamingRules;
import dev.tern.query.cite.NamePath;
import dev.tern.store.SearchWords;
import dev.tern.text.CodePoints;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import java.lang.Character.UnicodeScript;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The content words of a question, compared by stems: the first {@value #STEM} characters after a
 * known prefix, in English without an ending, so that "contributions" matches "contribution". Omits the function words of the
 * question's main language only, since "son" and "die" are content words in English.
 */
final class ContentWords {
    private static final int STEM = 5;

    private static final int MIN_ROOT_LENGTH = 3;

    /** A Japanese name: three or more Han or Katakana characters, or a title in brackets. */
    static final Pattern UNSPACED_NAME =
            Pattern.compile("[\\p{IsHan}\\p{IsKatakana}々ー・]{3,}|(?<=[「『《])[^」』》]{2,40}(?=[」』》])");

    /** Matches the ending of an English plural or verb: "lived", "planning", "cities". */
    private static final Pattern ENDING = Pattern.compile("(?:(?<!e)ed|ing|(?<![isu])s)$");

    /** The first character of the scripts that are written without spaces. */
    private static final char FIRST_EAST_ASIAN = '\u2E80';

    private static final Pattern VOWEL = Pattern.compile("[aeiouy]");

    private final Language language;
    private final Set<String> all;
    private final Set<String> names = new HashSet<>();
    private final List<String> heads;
    private final AnswerWords known;
    private final Set<String> prefixes;

    private final Map<String, String> otherNames = new HashMap<>();
    /** The stems of words seen, since passages repeat each other's words. */
    private final Map<String, String> stemOfWord = new HashMap<>();

    /**
     * Finds the words of a question.
     *
     * @param rules naming rules: a text may use another name for an entity than the question
     */
    ContentWords(String question, NamingRules rules) {
        language = Language.ofQuestion(question);
        known = AnswerWords.of(language);
        prefixes = known.set("prefixes");
        if (!rules.isEmpty()) {
            List<NameSpans.Span> spans =
                    NameSpans.capitalised(question).isEmpty() ? NameSpans.ofUncased(question) : NameSpans.of(question);
            spans.forEach(span -> rules.names(span.text())
                    .forEach(other -> otherNames.putIfAbsent(EntityName.normalise(other), span.text())));
        }
        all = of(question);
        if (language == Language.JAPANESE) {
            UNSPACED_NAME.matcher(question).results().forEach(name -> names.addAll(of(name.group())));
        }
        for (NameSpans.Span name : NameSpans.capitalised(question)) {
            // A name at the start is skipped: its capital may be due to its position.
            if (question.substring(0, name.start()).codePoints().anyMatch(Character::isLetterOrDigit)) {
                names.addAll(of(question.substring(
                        GermanNouns.nameStart(language, question, name.start(), name.end()), name.end())));
            }
        }
        Set<String> ordered = new LinkedHashSet<>();
        add(question, ordered);
        ordered.removeAll(names);
        heads = language == Language.JAPANESE ? List.copyOf(ordered).reversed() : List.copyOf(ordered);
    }

    /** Returns the stems of a text's content words, and of asked names under other names. */
    Set<String> of(String text) {
        Set<String> stems = new HashSet<>();
        add(text, stems);
        if (!otherNames.isEmpty()) {
            String words = NamePath.words(text);
            otherNames.forEach((other, asked) -> {
                if (words.contains(NamePath.words(other))) {
                    add(asked, stems);
                }
            });
        }
        return stems;
    }

    /** Returns the matches of a pattern of East Asian names; at once for a text in other scripts. */
    static Stream<MatchResult> unspacedNames(Pattern names, String text) {
        return text.chars().anyMatch(c -> c >= FIRST_EAST_ASIAN)
                ? names.matcher(text).results()
                : Stream.empty();
    }

    /** Returns true if {@code words} contains all stems of an asked word. */
    boolean hold(Set<String> words, String asked) {
        Set<String> own = new HashSet<>();
        add(asked, own);
        return words.containsAll(own);
    }

    private void add(String text, Set<String> words) {
        for (String word : SearchWords.of(text)) {
            if (!language.isFunctionWord(word) && !isParticle(word)) {
                words.add(stemOfWord.computeIfAbsent(word, absent -> stem(known.firstForm(absent))));
            }
        }
    }

    /** Returns true for a word of Hiragana only, as Japanese endings and particles are. */
    private static boolean isParticle(String word) {
        return word.codePoints().allMatch(c -> UnicodeScript.of(c) == UnicodeScript.HIRAGANA);
    }

    private String stem(String word) {
        String root = prefixes.stream()
                .filter(prefix -> word.startsWith(prefix) && word.length() > prefix.length() + MIN_ROOT_LENGTH)
                .max(Comparator.comparingInt(String::length))
                .map(prefix -> word.substring(prefix.length()))
                .orElse(language == Language.ENGLISH ? englishRoot(word) : word);
        return CodePoints.first(root, STEM);
    }

    /** Returns a word without its ending: "liv" for "live" and "lived", "citi" for "cities". */
    private static String englishRoot(String word) {
        String shorter = ENDING.matcher(word).replaceFirst("");
        String root = VOWEL.matcher(shorter).find() ? shorter : word;
        int last = root.length() - 1;
        if (last < 2) {
            return root;
        }
        char end = root.charAt(last);
        boolean doubled = end == root.charAt(last - 1) && "aeiouls".indexOf(end) < 0;
        return end == 'y' ? root.substring(0, last) + "i" : end == 'e' || doubled ? root.substring(0, last) : root;
    }

    /** Returns true if all stems of the question are among some stems. */
    boolean isIn(Set<String> stems) {
        return stems.containsAll(all);
    }

    /** Returns true if the question has all of some stems. */
    boolean hasAll(Set<String> stems) {
        return all.containsAll(stems);
    }

    /** Returns true if {@code words} has the question's first common word, in Japanese the last. */
    boolean hasQuestionFocus(Set<String> words) {
        return !heads.isEmpty() && words.contains(heads.getFirst());
    }

    /** Returns true for a content word of the question outside names. */
    boolean isOfHead(String word) {
        return of(word).stream().anyMatch(heads::contains);
    }

    /** Returns true if {@code words} contains a stem of an asked name. */
    boolean hasAskedName(Set<String> words) {
        return names.stream().anyMatch(words::contains);
    }

    /**
     * Returns the share, 0 to 1, of the question's stems in {@code words}. Names count twice. Words
     * that say little ("happened", "often") do not count if the question has names, or if {@code
     * words} has all its other stems, at least two.
     */
    double coveredShare(Set<String> words) {
        Set<String> counted = new HashSet<>(all);
        known.set("light").forEach(word -> counted.remove(stem(word)));
        if (names.isEmpty() && (counted.size() < 2 || !words.containsAll(counted))) {
            counted.addAll(all);
        }
        double asked = counted.size() + names.size();
        counted.retainAll(words);
        return asked == 0
                ? 0
                : (counted.size() + names.stream().filter(words::contains).count()) / asked;
    }

    /**
     * Returns the stems of the question that at least one sentence contains, with weights that sum
     * to 1. Rare stems weigh more: in proportion to ln(1 + (n - d + ½) / (d + ½)) for a stem in d
     * of n sentences, the rarity of BM25 (Robertson and Zaragoza 2009).
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
