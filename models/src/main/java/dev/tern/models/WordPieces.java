package dev.tern.models;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits texts into the word pieces of uncased BERT: lower case, no accents, punctuation and
 * ideographs apart, then the longest known piece first (Wu et al., "Google's neural machine
 * translation system", 2016). Thread-safe.
 */
final class WordPieces {
    /** The id of words that are too long, or cannot be composed of known pieces. */
    static final int UNKNOWN = 100;

    private static final int MAX_WORD = 100;

    private final Map<String, Integer> first = new HashMap<>();
    private final Map<String, Integer> later = new HashMap<>();

    /** Creates a tokenizer; the id of a piece is its index in the vocabulary. */
    WordPieces(List<String> vocabulary) {
        for (int id = 0; id < vocabulary.size(); id++) {
            String piece = vocabulary.get(id);
            if (piece.startsWith("##") && piece.length() > 2) {
                later.put(piece.substring(2), id);
            } else {
                first.put(piece, id);
            }
        }
    }

    /** Returns the ids of the first {@code max} pieces of a text; "[CLS]" in it is plain text. */
    int[] ids(String text, int max) {
        Pieces found = new Pieces(max);
        String letters = isAscii(text) ? text : withoutAccents(text);
        StringBuilder word = new StringBuilder();
        for (int at = 0, c; at < letters.length() && found.size < max; at += Character.charCount(c)) {
            c = letters.codePointAt(at);
            if (isSpace(c)) {
                split(word, found);
            } else if (isPunctuation(c) || isIdeograph(c)) {
                split(word, found);
                split(word.appendCodePoint(Character.toLowerCase(c)), found);
            } else if (isKept(c)) {
                word.appendCodePoint(Character.toLowerCase(c));
            }
        }
        split(word, found);
        return Arrays.copyOf(found.ids, found.size);
    }

    /** Adds the pieces of a word, and empties the buffer of its letters. */
    private void split(StringBuilder letters, Pieces found) {
        if (letters.isEmpty()) {
            return;
        }
        String word = letters.toString();
        letters.setLength(0);
        int before = found.size;
        if (word.codePointCount(0, word.length()) > MAX_WORD) {
            found.add(UNKNOWN);
            return;
        }
        for (int start = 0; start < word.length(); ) {
            Map<String, Integer> known = start == 0 ? first : later;
            int end = word.length();
            Integer id = known.get(word.substring(start));
            while (id == null && --end > start) {
                id = known.get(word.substring(start, end));
            }
            if (id == null) {
                found.size = before;
                found.add(UNKNOWN);
                return;
            }
            found.add(id);
            start = end;
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    /** Decomposes letters and removes their marks. */
    private static String withoutAccents(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFD)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || Character.isSpaceChar(c);
    }

    private static boolean isKept(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE -> false;
            default -> c != 0xFFFD;
        };
    }

    private static boolean isPunctuation(int c) {
        if (c < 128) {
            return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
        }
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    /** Returns true for the ideographs, without kana, that Hugging Face's tokenizers split. */
    private static boolean isIdeograph(int c) {
        return isIn(c, 0x3400, 0x4DBF)
                || isIn(c, 0x4E00, 0x9FFF)
                || isIn(c, 0xF900, 0xFAFF)
                || isIn(c, 0x20000, 0x2A6DF)
                || isIn(c, 0x2A700, 0x2B81F)
                || isIn(c, 0x2B920, 0x2CEAF) // BERT begins at 0x2B820
                || isIn(c, 0x2F800, 0x2FA1F);
    }

    private static boolean isIn(int c, int from, int to) {
        return c >= from && c <= to;
    }

    /** A growing list of ids with a maximum length. */
    private static final class Pieces {
        private final int max;
        private int[] ids = new int[32];
        private int size;

        Pieces(int max) {
            this.max = max;
        }

        void add(int id) {
            if (size < max) {
                if (size == ids.length) {
                    ids = Arrays.copyOf(ids, size * 2);
                }
                ids[size++] = id;
            }
        }
    }
}
