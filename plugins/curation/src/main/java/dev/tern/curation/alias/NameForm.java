package dev.tern.curation.alias;

import dev.tern.graph.EntityName;
import dev.tern.text.WordLists;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A name normalised for comparison: without diacritics of Latin letters, possessive endings,
 * punctuation, a leading "the" and honorifics. The words around a single comma are swapped, if at
 * most two precede and three follow it.
 *
 * @param title the honorifics; empty if there are none
 * @param splitWords the other words, in lower case; an initial is a word of one letter
 * @param turned true if the words around a comma were swapped, as in "Twain, Mark"
 */
record NameForm(String title, List<String> splitWords, boolean turned) {
    /** Titles that are often omitted: "Heywood" usually means "Mr. Heywood". */
    private static final Set<String> TITLES = WordLists.of("omittedTitles");

    private static final Set<String> SELDOM_OMITTED_TITLES =
            Set.of("mrs", "ms", "miss", "lady", "madame", "mme", "frau", "señora", "senora", "mademoiselle");

    private static final Map<Integer, String> LETTERS =
            Map.of((int) 'ø', "o", (int) 'ł', "l", (int) 'đ', "d", (int) 'ß', "ss", (int) 'æ', "ae", (int) 'œ', "oe");

    static NameForm of(String name) {
        String folded = withoutMarks(EntityName.normalise(name).replace('’', '\''));
        List<String> words = splitWords(folded);
        int comma = folded.indexOf(',');
        boolean turned = comma > 0 && comma == folded.lastIndexOf(',');
        if (turned) {
            List<String> last = splitWords(folded.substring(0, comma));
            List<String> first = splitWords(folded.substring(comma + 1));
            turned = !last.isEmpty() && !first.isEmpty() && last.size() <= 2 && first.size() <= 3;
            if (turned) {
                words = new ArrayList<>(first);
                words.addAll(last);
            }
        }
        StringBuilder titles = new StringBuilder();
        int start = words.size() > 1 && words.getFirst().equals("the") ? 1 : 0;
        while (start < words.size() - 1
                && (TITLES.contains(words.get(start)) || SELDOM_OMITTED_TITLES.contains(words.get(start)))) {
            titles.append(titles.isEmpty() ? "" : " ").append(words.get(start++));
        }
        return new NameForm(titles.toString(), List.copyOf(words.subList(start, words.size())), turned);
    }

    /** Returns a name without diacritics of Latin letters; other scripts keep their marks. */
    private static String withoutMarks(String name) {
        StringBuilder out = new StringBuilder(name.length());
        boolean latin = false;
        for (int c :
                Normalizer.normalize(name, Normalizer.Form.NFD).codePoints().toArray()) {
            if (Character.getType(c) == Character.NON_SPACING_MARK && latin) {
                continue;
            }
            if (Character.isLetter(c)) {
                latin = UnicodeScript.of(c) == UnicodeScript.LATIN;
            }
            String letter = LETTERS.get(c);
            if (letter == null) {
                out.appendCodePoint(c);
            } else {
                out.append(letter);
            }
        }
        return Normalizer.normalize(out, Normalizer.Form.NFC);
    }

    private static List<String> splitWords(String text) {
        return Arrays.stream(text.split("[\\s.,;:\"()\\[\\]“”‘«»–—-]+"))
                .map(word -> word.endsWith("'s") ? word.substring(0, word.length() - 2) : word)
                .map(word -> word.endsWith("s'") ? word.substring(0, word.length() - 1) : word)
                .map(word -> word.replace("'", ""))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Returns the words joined, with spaces if a word has one character or has a digit. */
    String letters() {
        boolean spaced = splitWords.stream()
                .anyMatch(word -> word.length() == 1 || word.chars().anyMatch(Character::isDigit));
        return String.join(spaced ? " " : "", splitWords);
    }

    String lastWord() {
        return splitWords.isEmpty() ? "" : splitWords.getLast();
    }

    /** Returns true if the title has a part that is often omitted, such as "Mr.". */
    boolean isPlainlyTitled() {
        return Arrays.stream(title.split(" ")).anyMatch(TITLES::contains);
    }

    /** Returns true if this or the other name has no title, or both share a title. */
    boolean titlesAgree(NameForm other) {
        return title.isEmpty()
                || other.title.isEmpty()
                || Arrays.stream(title.split(" ")).anyMatch(List.of(other.title.split(" "))::contains);
    }

    /** Returns the first letters of all words but "of" and the like; empty if fewer than three. */
    String initials() {
        StringBuilder initials = new StringBuilder();
        for (String word : splitWords) {
            if (!Set.of("of", "the", "and", "for", "in", "on", "de", "la", "du", "des", "y")
                    .contains(word)) {
                initials.appendCodePoint(word.codePointAt(0));
            }
        }
        return initials.length() < 3 ? "" : initials.toString().toLowerCase(Locale.ROOT);
    }
}
