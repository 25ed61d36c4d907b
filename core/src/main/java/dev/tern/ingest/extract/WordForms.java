package dev.tern.ingest.extract;

import dev.tern.text.Language;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How the words of a document are written, which tells its names from words that a sentence opens with: a name has its capital
 * in the middle of a sentence too, and a word that stands without a capital elsewhere is none. A document of any size is
 * known by its first {@value #MOST_WORDS} different words. Immutable once made.
 */
final class WordForms {
    private static final int MOST_WORDS = 1 << 18;

    /** From this number of words on, a text shows most of its names in the middle of a sentence. */
    private static final int WORDS_OF_A_LONG_TEXT = 1000;

    private final Map<String, Forms> forms = new HashMap<>();
    private final Set<String> pairs = new HashSet<>();
    private Language language = Language.ENGLISH;
    private int words;
    private int small;
    private int capitals;

    private WordForms() {}

    /** How often a word is written in which way. */
    private static final class Forms {
        private int small;
        private int capital;
        private int capitals;
        private int opening;
    }

    /** The forms of the words of some texts, which together are a document. */
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
            small += word.looks() == CasedWord.Looks.SMALL ? 1 : 0;
            capitals += word.looks() == CasedWord.Looks.CAPITALS ? 1 : 0;
            if (word.looks() == CasedWord.Looks.NUMBER || word.heading()) {
                continue;
            }
            Forms known = forms.get(word.key());
            if (known == null) {
                if (forms.size() == MOST_WORDS) {
                    continue;
                }
                known = new Forms();
                forms.put(word.key(), known);
            }
            if (word.looks() == CasedWord.Looks.SMALL) {
                known.small++;
            } else if (word.looks() == CasedWord.Looks.CAPITALS) {
                known.capitals++;
            } else if (word.opens() && !isLabel(text, word)) {
                known.opening++;
            } else {
                known.capital++;
                if (i + 1 < read.size() && read.get(i + 1).isCapital() && pairs.size() < MOST_WORDS) {
                    pairs.add(word.key() + " " + read.get(i + 1).key());
                }
            }
        }
    }

    /** Who speaks stands before a colon, at the start of a line. */
    static boolean isLabel(String text, CasedWord word) {
        boolean starts = word.start() == 0 || text.charAt(word.start() - 1) == '\n';
        return starts
                && word.end() + 1 < text.length()
                && text.charAt(word.end()) == ':'
                && text.charAt(word.end() + 1) == ' '
                && (word.end() + 2 == text.length() || !Character.isDigit(text.charAt(word.end() + 2)));
    }

    /** Whether a word, in small letters, is mostly written without a capital where its place asks for none. */
    boolean isCommon(String word) {
        Forms known = forms.get(word);
        return known != null && known.small > 0 && 2 * known.small > known.capital;
    }

    /** Whether a word has a capital where its place asks for none. */
    boolean hasCapital(String word) {
        return capitals(word) > 0;
    }

    /** How often a word has a capital where its place asks for none. */
    int capitals(String word) {
        Forms known = forms.get(word);
        return known == null ? 0 : known.capital;
    }

    /** Whether a word has a capital before another one that has one, where its place asks for none: "New York". */
    boolean arePair(String word, String next) {
        return pairs.contains(word + " " + next);
    }

    /** The language that most of the texts is in. */
    Language language() {
        return language;
    }

    private int small(String word) {
        Forms known = forms.get(word);
        return known == null ? 0 : known.small;
    }

    /** Whether the texts are written in capitals, which then tell nothing. */
    boolean areCapitals() {
        return capitals > small;
    }

    /** Whether a word that is all capitals is an abbreviation as far as the document tells: it is never written otherwise. */
    boolean isAbbreviation(String word) {
        Forms known = forms.get(word);
        return known == null || (known.small + known.capital + known.opening == 0 && (known.capitals > 1 || !isLong()));
    }

    /** Whether the texts are so long that a name in them may be expected in the middle of a sentence. */
    boolean isLong() {
        return words >= WORDS_OF_A_LONG_TEXT;
    }

    /** How often a word of English has its capital where it is a name: more than by chance, in a long text. */
    int capitalsOfAName() {
        return Math.min(3, words / 1500);
    }

    /** A word that is all capitals as the document writes it more often: "Papineau" for "PAPINEAU". */
    String spelled(String word) {
        Forms known = forms.get(word.toLowerCase(Locale.ROOT));
        if (known == null || known.capital + known.opening < known.capitals || known.capital == 0) {
            return word;
        }
        int first = word.offsetByCodePoints(0, 1);
        return word.substring(0, first) + word.substring(first).toLowerCase(Locale.ROOT);
    }
}
