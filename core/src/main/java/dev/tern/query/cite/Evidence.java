package dev.tern.query.cite;

import dev.tern.store.Words;
import dev.tern.text.Language;
import java.lang.Character.UnicodeScript;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What some passages hold.
 *
 * @param language what they are written in; OTHER where nothing tells
 * @param words their words
 * @param stems the same by their first {@value #STEM} letters
 * @param scripts the scripts of their letters
 */
record Evidence(Language language, Set<String> words, Set<String> stems, Set<UnicodeScript> scripts) {
    static final int STEM = 5;

    /** In English text, at least one word in this many is a function word. */
    private static final int RAREST_IN_ENGLISH = 10;

    static Evidence of(String text) {
        List<String> all = Words.of(text);
        Set<String> words = new HashSet<>(all);
        Set<String> stems = new HashSet<>();
        words.forEach(word -> stems.add(stem(word)));
        Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
        text.codePoints().filter(Character::isLetter).forEach(c -> scripts.add(UnicodeScript.of(c)));
        return new Evidence(language(text, all), words, stems, scripts);
    }

    /** A text is English by more than that no word of another language stands in it. */
    private static Language language(String text, List<String> words) {
        Language language = Language.of(text);
        long known = words.stream().filter(Language.ENGLISH::isFunctionWord).count();
        return language == Language.ENGLISH && (known == 0 || known * RAREST_IN_ENGLISH < words.size())
                ? Language.OTHER
                : language;
    }

    /** Of several passages; in the language of the first. */
    static Evidence together(List<Evidence> all) {
        if (all.size() == 1) {
            return all.getFirst();
        }
        Set<String> words = new HashSet<>();
        Set<String> stems = new HashSet<>();
        Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
        for (Evidence one : all) {
            words.addAll(one.words);
            stems.addAll(one.stems);
            scripts.addAll(one.scripts);
        }
        return new Evidence(all.isEmpty() ? Language.OTHER : all.getFirst().language, words, stems, scripts);
    }

    /** A word as it is compared: "contribution" is "contributions", 1707 is not 1708. */
    static String stem(String word) {
        return word.codePointCount(0, word.length()) <= STEM
                        || word.codePoints().anyMatch(Character::isDigit)
                ? word
                : word.substring(0, word.offsetByCodePoints(0, STEM));
    }

    /** Whether each of some words stands there as it is. */
    boolean holds(Collection<String> some) {
        return words.containsAll(some);
    }

    /** Whether a word could stand there: whether letters of its script do. */
    boolean couldHold(String word) {
        return scripts.contains(UnicodeScript.of(word.codePointAt(0)));
    }

    /** The share of some stems that stand there, 1 of none. */
    double share(Set<String> some) {
        return some.isEmpty()
                ? 1
                : (double) some.stream().filter(stems::contains).count() / some.size();
    }
}
