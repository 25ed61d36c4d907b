package dev.tern.documents;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line that was read in a picture.
 *
 * @param box where it stands
 * @param words what it says
 * @param confidence how sure the reader is of its characters, their mean, 0 to 1
 */
public record ReadLine(LineBox box, List<Word> words, double confidence) {
    /**
     * What stands between two spaces.
     *
     * @param text what it is; spaces and control characters are dropped
     * @param confidence how sure the reader is of its least sure character, 0 to 1
     */
    public record Word(String text, double confidence) {
        private static final Pattern NO_PART_OF_A_WORD = Pattern.compile("[\\s\\p{Z}\\p{Cc}]");

        /** Drops what is no part of a word. */
        public Word {
            text = NO_PART_OF_A_WORD.matcher(text).replaceAll("");
        }

        /** Whether it is more than a mark. */
        boolean hasLetters() {
            return text.codePoints().anyMatch(Character::isLetterOrDigit);
        }
    }

    /** Drops words without a character. */
    public ReadLine {
        words = words.stream().filter(word -> !word.text.isEmpty()).toList();
    }

    String text() {
        return words.stream().map(Word::text).collect(Collectors.joining(" "));
    }

    /** Whether it says something: of a script that the reader does not know, only marks between the words may be left. */
    boolean hasLetters() {
        return words.stream().anyMatch(Word::hasLetters);
    }
}
