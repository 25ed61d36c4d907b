package dev.tern.graph;

import dev.tern.text.Language;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Normalises names: names with equal normalised forms name the same entity.
 *
 * <p>Applies Unicode NFKC, trims and collapses white space, folds case, and removes invisible marks
 * such as soft hyphens. Letters, digits and signs of every script stay: {@code C++}, {@code C#} and
 * {@code C} are three names, {@code Łódź} keeps its letters.
 */
public final class EntityName {
    private static final Pattern ADDRESS = Pattern.compile(
            "^(?:\\w{2,12}://\\S+|www\\.\\S+|[^\\s@]+@[^\\s@]+\\.\\w+"
                + "|\\S.{0,250}\\.(?:txt|text|log|md|pdf|docx?|odt|rtf|pptx?|xlsx?|csv|tsv|jsonl?|xml|html?|epub|indd|qxd|tex))");

    /** The maximum number of word boundaries at which short forms are cut. */
    private static final int MAX_WORDS = 10;

    /** The normalised forms of the ASCII characters up to the tilde. */
    private static final char[] ASCII = ascii();

    private EntityName() {}

    /** Returns the normalised form of a name, which may be empty. Idempotent. */
    public static String normalise(String name) {
        String plain = normalisePlain(name);
        return plain != null ? plain : name.indexOf(' ') < 0 ? normaliseAny(name) : normaliseWords(name);
    }

    /** Normalises word by word: a character affects only the characters of its own word. */
    private static String normaliseWords(String text) {
        StringJoiner words = new StringJoiner(" ");
        for (String word : text.split(" ", -1)) {
            String form = normalise(word);
            if (!form.isEmpty()) {
                words.add(form);
            }
        }
        return words.toString();
    }

    private static String normaliseAny(String name) {
        String form = fold(Normalizer.normalize(name, Normalizer.Form.NFKC));
        // Folding case can leave a sequence that composes further (such as U+0345), and composing
        // can yield letters that fold again: repeat until nothing changes. Two rounds sufficed for
        // every text seen; the bound is for safety.
        for (int round = 0; round < 4; round++) {
            String next = fold(Normalizer.normalize(form, Normalizer.Form.NFKC));
            if (next.equals(form)) {
                break;
            }
            form = next;
        }
        return form;
    }

    /**
     * Returns true if one of two names, normalised, is a short form of the other: its last words
     * ("Euler", "Leonhard Euler"), two or more of its first words ("San Marino", "San Marino Grand
     * Prix"), or its first and last word, unless the first is an English function word. A short
     * form has more than three characters, not all of them digits.
     */
    public static boolean isShortForm(String name, String other) {
        String a = normalise(name);
        String b = normalise(other);
        String shorter = a.length() <= b.length() ? a : b;
        String longer = a.length() <= b.length() ? b : a;
        boolean nameLike = shorter.length() > 3 && !shorter.chars().allMatch(Character::isDigit);
        boolean last = longer.endsWith(" " + shorter);
        boolean first = shorter.indexOf(' ') > 0 && longer.startsWith(shorter + " ");
        return nameLike && (last || first || isWithoutMiddle(shorter, longer));
    }

    /**
     * Returns candidates for the short forms of a name, to be checked by {@link #isShortForm}: the
     * beginnings and endings of the name at its first {@value #MAX_WORDS} word boundaries, and its
     * first with its last word.
     *
     * @param name a normalised name
     */
    public static Set<String> shortForms(String name) {
        Set<String> forms = new LinkedHashSet<>();
        int words = 0;
        for (int space = name.indexOf(' '); space > 0 && words < MAX_WORDS; space = name.indexOf(' ', space + 1)) {
            forms.add(name.substring(0, space));
            forms.add(name.substring(space + 1));
            words++;
        }
        if (words > 1) {
            forms.add(name.substring(0, name.indexOf(' ')) + name.substring(name.lastIndexOf(' ')));
        }
        return forms;
    }

    /** Returns true if a name is the first and last word of another. */
    private static boolean isWithoutMiddle(String shorter, String longer) {
        int space = shorter.indexOf(' ');
        return space > 0
                && space == shorter.lastIndexOf(' ')
                && longer.startsWith(shorter.substring(0, space + 1))
                && longer.endsWith(shorter.substring(space))
                && longer.length() > shorter.length() + 1
                && !Language.ENGLISH.isFunctionWord(shorter.substring(0, space));
    }

    /** Returns true for a web or mail address, or a file name with a common extension. */
    public static boolean isAddress(String text) {
        return (text.indexOf('.') >= 0 || text.indexOf(':') >= 0)
                && ADDRESS.matcher(text).matches();
    }

    /** Returns the normalised name; null if a character is {@link FoldedCharacters#OTHER}. */
    private static @Nullable String normalisePlain(String name) {
        char[] out = new char[name.length()];
        int length = 0;
        char before = ' ';
        int changed = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            char folded = c > '~' ? FoldedCharacters.of(c) : ASCII[c];
            if (folded == FoldedCharacters.OTHER) {
                return null;
            }
            // A second space is overwritten; a branch would be mispredicted at each word.
            out[length] = folded;
            length += folded == ' ' && before == ' ' ? 0 : 1;
            before = folded;
            changed |= folded ^ c;
        }
        length -= length > 0 && before == ' ' ? 1 : 0;
        return changed == 0 && length == out.length ? name : new String(out, 0, length);
    }

    /**
     * Tables of the normalised forms of Latin letters, signs and punctuation, for characters that
     * have a form of one character and do not change their neighbours. Built for the first
     * non-ASCII text.
     */
    private static final class FoldedCharacters {
        /** Marks a character whose form is not one character, or that is in no table. */
        static final char OTHER = 0;

        private static final int LATIN_END = 0x300;
        private static final int PUNCTUATION = 0x2000;
        private static final int PUNCTUATION_END = 0x2070;
        private static final char[] LATIN = forms(0, LATIN_END);
        private static final char[] SIGNS = forms(PUNCTUATION, PUNCTUATION_END);

        private FoldedCharacters() {}

        static char of(char c) {
            if (c < LATIN_END) {
                return LATIN[c];
            }
            return c >= PUNCTUATION && c < PUNCTUATION_END ? SIGNS[c - PUNCTUATION] : OTHER;
        }

        private static char[] forms(int start, int end) {
            char[] forms = new char[end - start];
            for (int c = start; c < end; c++) {
                String form = normaliseAny("x" + (char) c + "x");
                forms[c - start] = form.length() == 3 ? form.charAt(1) : OTHER;
            }
            return forms;
        }
    }

    private static char[] ascii() {
        char[] forms = new char['~' + 1];
        for (char c = 0; c < forms.length; c++) {
            forms[c] = c < ' ' ? ' ' : c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
        }
        return forms;
    }

    /** Folds case and white space; goes through upper case, so that ß equals SS. */
    private static String fold(String text) {
        String cased = text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        StringBuilder out = new StringBuilder(cased.length());
        boolean gap = false;
        for (int i = 0; i < cased.length(); ) {
            int c = cased.codePointAt(i);
            i += Character.charCount(c);
            if (isSpace(c)) {
                gap = !out.isEmpty();
                continue;
            }
            if (isInvisible(c)) {
                continue;
            }
            if (gap) {
                out.append(' ');
                gap = false;
            }
            // A final sigma becomes a plain sigma, since lower-casing depends on its neighbours.
            out.appendCodePoint(c == 'ς' ? 'σ' : c);
        }
        return out.toString();
    }

    /** Returns true if a text holds only white space and control characters, of any script. */
    static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!isSpace(c)) {
                return false;
            }
            i += Character.charCount(c);
        }
        return true;
    }

    /** Returns true for invisible marks that normalising removes; zero-width joiners are kept. */
    private static boolean isInvisible(int c) {
        return c == 0x00AD || c == 0x200B || c == 0x2060 || c == 0xFEFF;
    }

    private static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
    }
}
