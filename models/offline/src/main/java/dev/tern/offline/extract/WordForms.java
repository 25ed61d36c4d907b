package dev.tern.offline.extract;

import dev.tern.text.Language;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Counts the spellings of the words of a document, to distinguish names from words that begin a
 * sentence: a name is capitalised within sentences too, and a word that is often in lower case is
 * no name. Only the first {@value #MAX_WORDS} different words of a document are counted. Immutable
 * after creation.
 */
final class WordForms {
    private static final int MAX_WORDS = 1 << 18;

    /** The minimum number of words of a text in which most names also occur within sentences. */
    private static final int MIN_LONG_TEXT_WORDS = 1000;

    private final Map<String, SpellingCounts> forms = new HashMap<>();
    private final Set<String> pairs = new HashSet<>();
    private Language language = Language.ENGLISH;
    private int words;
    private int small;
    private int capitals;

    private WordForms() {}

    private static final class SpellingCounts {
        private int small;
        private int capital;
        private int capitals;
        private int opening;
    }

    static WordForms of(List<String> texts) {
        WordForms all = new WordForms();
        texts.forEach(all::count);
        all.language = Language.of(all::small, all.small);
        return all;
    }

    private void count(String text) {
        List<CasedWord> read = CasedWord.of(text);
        for (int i = 0; i < read.size(); i++) {
            CasedWord word = read.get(i);
            words++;
            small += word.looks() == CasedWord.Capitalisation.SMALL ? 1 : 0;
            capitals += word.looks() == CasedWord.Capitalisation.CAPITALS ? 1 : 0;
            if (word.looks() == CasedWord.Capitalisation.NUMBER || word.heading()) {
                continue;
            }
            SpellingCounts known = forms.get(word.key());
            if (known == null) {
                if (forms.size() == MAX_WORDS) {
                    continue;
                }
                known = new SpellingCounts();
                forms.put(word.key(), known);
            }
            if (word.looks() == CasedWord.Capitalisation.SMALL) {
                known.small++;
            } else if (word.looks() == CasedWord.Capitalisation.CAPITALS) {
                known.capitals++;
            } else if (word.opens() && !isLabel(text, word)) {
                known.opening++;
            } else {
                known.capital++;
                if (i + 1 < read.size() && read.get(i + 1).isCapital() && pairs.size() < MAX_WORDS) {
                    pairs.add(word.key() + " " + read.get(i + 1).key());
                }
            }
        }
    }

    /** Returns true for a speaker's name, before a colon at the start of a line. */
    static boolean isLabel(String text, CasedWord word) {
        boolean starts = word.start() == 0 || text.charAt(word.start() - 1) == '\n';
        return starts
                && word.end() + 1 < text.length()
                && text.charAt(word.end()) == ':'
                && text.charAt(word.end() + 1) == ' '
                && (word.end() + 2 == text.length() || !Character.isDigit(text.charAt(word.end() + 2)));
    }

    /** Returns true if a word's lower-case uses exceed half its capitalised ones in sentences. */
    boolean isCommon(String word) {
        SpellingCounts known = forms.get(word);
        return known != null && known.small > 0 && 2 * known.small > known.capital;
    }

    boolean hasCapital(String word) {
        return capitals(word) > 0;
    }

    /** Returns the number of times that a word is capitalised within a sentence. */
    int capitals(String word) {
        SpellingCounts known = forms.get(word);
        return known == null ? 0 : known.capital;
    }

    /** Returns true if two words follow each other capitalised within a sentence: "New York". */
    boolean arePair(String word, String next) {
        return pairs.contains(word + " " + next);
    }

    Language language() {
        return language;
    }

    private int small(String word) {
        SpellingCounts known = forms.get(word);
        return known == null ? 0 : known.small;
    }

    /** Returns true if more words are in capitals than in lower case: capitals are no evidence. */
    boolean areCapitals() {
        return capitals > small;
    }

    /** Returns false for a word also spelt otherwise, or in capitals only once in a long text. */
    boolean isAbbreviation(String word) {
        SpellingCounts known = forms.get(word);
        return known == null || (known.small + known.capital + known.opening == 0 && (known.capitals > 1 || !isLong()));
    }

    /** Returns true if the texts have so many words that most names also occur within sentences. */
    boolean isLong() {
        return words >= MIN_LONG_TEXT_WORDS;
    }

    /** Returns the minimum capitalised uses for an English word to count as a name, 0 to 3. */
    int capitalsOfAName() {
        return Math.min(3, words / 1500);
    }

    /** Returns the more frequent spelling of a word in capitals: "Papineau" for "PAPINEAU". */
    String spelled(String word) {
        SpellingCounts known = forms.get(word.toLowerCase(Locale.ROOT));
        if (known == null || known.capital + known.opening < known.capitals || known.capital == 0) {
            return word;
        }
        int first = word.offsetByCodePoints(0, 1);
        return word.substring(0, first) + word.substring(first).toLowerCase(Locale.ROOT);
    }
}
