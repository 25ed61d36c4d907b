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
 * @param words their words, each whole and by its first {@value #STEM} letters
 * @param scripts what they are written in
 */
record Evidence(Language language, Set<String> words, Set<UnicodeScript> scripts) {
    static final int STEM = 5;

    static Evidence of(String text) {
        List<String> words = Words.of(text);
        Set<String> all = new HashSet<>(words);
        words.forEach(word -> all.add(stem(word)));
        return new Evidence(Language.of(text), all, scripts(text));
    }

    /** Of several passages; in the language of the first. */
    static Evidence together(List<Evidence> all) {
        Set<String> words = new HashSet<>();
        Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
        for (Evidence one : all) {
            words.addAll(one.words);
            scripts.addAll(one.scripts);
        }
        return new Evidence(all.isEmpty() ? Language.OTHER : all.getFirst().language, words, scripts);
    }

    /** A word as it is compared: "contribution" is "contributions", 1707 is not 1708. */
    static String stem(String word) {
        return word.codePointCount(0, word.length()) <= STEM
                        || word.codePoints().anyMatch(Character::isDigit)
                ? word
                : word.substring(0, word.offsetByCodePoints(0, STEM));
    }

    private static Set<UnicodeScript> scripts(String text) {
        Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
        text.codePoints().filter(Character::isLetter).forEach(c -> scripts.add(UnicodeScript.of(c)));
        return scripts;
    }

    boolean holds(String word) {
        return words.contains(word);
    }

    boolean holds(Collection<String> some) {
        return words.containsAll(some);
    }

    /** Whether a name would be written here as it is there. */
    boolean couldHold(String name) {
        return scripts.contains(UnicodeScript.of(name.codePointAt(0)));
    }

    /** The share of some words that they hold, 1 of no words. */
    double share(Set<String> some) {
        return some.isEmpty()
                ? 1
                : (double) some.stream().filter(words::contains).count() / some.size();
    }
}
