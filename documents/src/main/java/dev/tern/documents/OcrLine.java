package dev.tern.documents;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line read in a picture, without empty words.
 *
 * @param box its position
 * @param confidence the mean confidence of its characters, 0 to 1
 */
public record OcrLine(LineBox box, List<OcrWord> words, double confidence) implements PageLayout.BoxedPart {
    /**
     * A word between spaces.
     *
     * @param text its characters; spaces and control characters are dropped
     * @param confidence the lowest confidence of its characters, 0 to 1
     */
    public record OcrWord(String text, double confidence) {
        private static final Pattern WORD_SEPARATOR = Pattern.compile("[\\s\\p{Z}\\p{Cc}]");

        public OcrWord {
            text = WORD_SEPARATOR.matcher(text).replaceAll("");
        }

        /** Returns true if the word has letters or digits. */
        boolean hasLetters() {
            return text.codePoints().anyMatch(Character::isLetterOrDigit);
        }
    }

    public OcrLine {
        words = words.stream().filter(word -> !word.text.isEmpty()).toList();
    }

    String text() {
        return words.stream().map(OcrWord::text).collect(Collectors.joining(" "));
    }

    /** Returns true if any word has letters or digits; lines of unknown scripts may have none. */
    boolean hasLetters() {
        return words.stream().anyMatch(OcrWord::hasLetters);
    }
}
