package dev.tern.profile;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Counts how often passages write one-word names capitalised or in lower case. Not thread-safe. */
final class WordSpellings {
    private final Map<String, SpellingCount> counts = new HashMap<>();

    private static final class SpellingCount {
        private int small;
        private int capital;
    }

    /** Registers one word in the form "Rose", unless normalising changes its length ("Straße"). */
    void register(String name) {
        String key = EntityName.normalise(name);
        boolean word = key.indexOf(' ') < 0
                && name.length() == key.length()
                && name.length() > 1
                && Character.isUpperCase(name.charAt(0))
                && Character.isLowerCase(name.charAt(1));
        if (word) {
            counts.putIfAbsent(key, new SpellingCount());
        }
    }

    /** Counts the spellings, in a passage's text, of the registered names in its statements. */
    void read(Passage passage) {
        Set<String> keys = new HashSet<>();
        passage.statements()
                .forEach(statement -> statement.entities().forEach(name -> keys.add(EntityName.normalise(name))));
        for (String key : keys) {
            SpellingCount count = counts.get(key);
            if (count != null) {
                read(passage.text(), key, count);
            }
        }
    }

    private static void read(String text, String word, SpellingCount count) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.length() != text.length()) {
            return;
        }
        for (int at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length())) {
            int end = at + word.length();
            boolean whole = (at == 0 || !Character.isLetterOrDigit(lower.charAt(at - 1)))
                    && (end == lower.length() || !Character.isLetterOrDigit(lower.charAt(end)));
            if (whole && Character.isLowerCase(text.charAt(at))) {
                count.small++;
            } else if (whole) {
                count.capital++;
            }
        }
    }

    /** Returns true if a word occurs in lower case, at least half as often as capitalised. */
    boolean isCommon(String name) {
        SpellingCount count = counts.get(EntityName.normalise(name));
        return count != null && count.small > 0 && 2 * count.small >= count.capital;
    }
}
