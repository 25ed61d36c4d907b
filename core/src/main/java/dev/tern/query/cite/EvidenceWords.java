package dev.tern.query.cite;

import dev.tern.store.SearchWords;
import dev.tern.text.CodePoints;
import dev.tern.text.Language;
import java.lang.Character.UnicodeScript;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The words of some passages, or of another text.
 *
 * @param language the language of the first passage; OTHER if unknown
 * @param words the distinct words
 * @param stems the stems of the words, by {@link #stem}
 * @param scripts the scripts of all letters
 */
record EvidenceWords(Language language, Set<String> words, Set<String> stems, Set<UnicodeScript> scripts) {
    static final int STEM = 5;

    /** The maximum number of words of English text for each function word in it. */
    private static final int MAX_WORDS_PER_FUNCTION_WORD = 10;

    static EvidenceWords of(String text) {
        List<String> all = SearchWords.of(text);
        Set<String> words = new HashSet<>(all);
        Set<String> stems = new HashSet<>();
        words.forEach(word -> stems.add(stem(word)));
        Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
        text.codePoints().filter(Character::isLetter).forEach(c -> scripts.add(UnicodeScript.of(c)));
        return new EvidenceWords(language(text, all), words, stems, scripts);
    }

    /** Returns the language; OTHER for English with few function words, such as a list. */
    private static Language language(String text, List<String> words) {
        Language language = Language.of(text);
        long known = words.stream().filter(Language.ENGLISH::isFunctionWord).count();
        return language == Language.ENGLISH && (known == 0 || known * MAX_WORDS_PER_FUNCTION_WORD < words.size())
                ? Language.OTHER
                : language;
    }

    /** Joins the evidence of several passages, with the language of the first. */
    static EvidenceWords together(List<EvidenceWords> all) {
        if (all.size() == 1) {
            return all.getFirst();
        }
        Set<String> words = new HashSet<>();
        Set<String> stems = new HashSet<>();
        Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
        for (EvidenceWords one : all) {
            words.addAll(one.words);
            stems.addAll(one.stems);
            scripts.addAll(one.scripts);
        }
        return new EvidenceWords(all.isEmpty() ? Language.OTHER : all.getFirst().language, words, stems, scripts);
    }

    /** Returns the first {@value #STEM} characters of a word; a word with a digit is kept whole. */
    static String stem(String word) {
        return word.codePoints().anyMatch(Character::isDigit) ? word : CodePoints.first(word, STEM);
    }

    /** Returns true if all of some words occur unchanged. */
    boolean containsAll(Collection<String> some) {
        return words.containsAll(some);
    }

    /** Returns true if letters of the script of a word's first character occur. */
    boolean couldHold(String word) {
        return scripts.contains(UnicodeScript.of(word.codePointAt(0)));
    }

    /** Returns the share of some stems that occur, 0 to 1; 1 if there are no stems. */
    double share(Set<String> some) {
        return some.isEmpty()
                ? 1
                : (double) some.stream().filter(stems::contains).count() / some.size();
    }
}
