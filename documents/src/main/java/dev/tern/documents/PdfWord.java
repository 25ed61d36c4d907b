package dev.tern.documents;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A word of a PDF page. The page is rotated so that most of its text runs from left to right;
 * coordinates are in points from its upper left corner, y downwards.
 *
 * @param text the trimmed text
 * @param left the left edge
 * @param right the right edge
 * @param baseline the y of its baseline
 * @param size the font size
 * @param bold true if its font is bold
 * @param turned true if it, and its coordinates, have another direction than most of the text
 * @param start the part of the text that it begins
 * @param tag the PDF's own tag
 */
record PdfWord(
        String text,
        double left,
        double right,
        double baseline,
        double size,
        boolean bold,
        boolean turned,
        Start start,
        PdfTag tag) {
    /** The part of the font size above the baseline; the rest is below. */
    private static final double ABOVE = 0.8;

    private static final double BELOW = 0.2;

    /** The text that a word begins: none, a paragraph, or a line of columns. */
    enum Start {
        NONE,
        PARAGRAPH,
        ROW
    }

    /** Returns this word with another start. */
    PdfWord starting(Start other) {
        return new PdfWord(text, left, right, baseline, size, bold, turned, other, tag);
    }

    /** Returns this word as one that runs in another direction than most of the text. */
    PdfWord aside() {
        return new PdfWord(text, left, right, baseline, size, bold, true, start, tag);
    }

    /** Returns this word with a longer text and other edges. */
    PdfWord with(String longer, double from, double to) {
        return new PdfWord(longer, from, to, baseline, size, bold, turned, start, tag);
    }

    /** Returns this word as seen in a mirror. */
    PdfWord mirrored() {
        return with(text, -right, -left);
    }

    /** Returns this word as the first of a paragraph, on the line of the next word. */
    PdfWord beside(PdfWord next) {
        return new PdfWord(text, left, right, next.baseline, next.size, bold, turned, Start.PARAGRAPH, tag);
    }

    double top() {
        return baseline - ABOVE * size;
    }

    double bottom() {
        return baseline + BELOW * size;
    }

    double middle() {
        return (top() + bottom()) / 2;
    }

    double centre() {
        return (left + right) / 2;
    }

    /** Joins the texts of neighbouring words. */
    static String text(List<PdfWord> words) {
        return text(words, new LineJoiner());
    }

    /** Joins words and their lines; each line is read in its own direction. */
    static String text(List<PdfWord> words, LineJoiner lines) {
        StringBuilder text = new StringBuilder();
        int start = 0;
        for (int i = 1; i <= words.size(); i++) {
            if (i == words.size() || words.get(i).isBelow(words.get(i - 1))) {
                lines.join(text, line(words.subList(start, i)));
                start = i;
            }
        }
        return text.toString();
    }

    private static String line(List<PdfWord> words) {
        boolean ordered = words.stream().noneMatch(word -> ReadingOrder.isRightToLeft(word.text));
        List<PdfWord> read = ordered
                ? words
                : ReadingOrder.of(
                        words.stream()
                                .sorted(Comparator.comparingDouble(PdfWord::left))
                                .toList(),
                        PdfWord::text);
        String line = read.stream().map(PdfWord::text).collect(Collectors.joining(" "));
        // Punctuation in right-to-left lines forms separate words, which need no space.
        return ordered ? line : line.replaceAll("(?<=[(\\[]) | (?=[.,;:!?)\\]]+(?: |$))", "");
    }

    /** Returns true if this word is on another line than another word. */
    boolean isBelow(PdfWord other) {
        return Math.abs(baseline - other.baseline) > Math.min(size, other.size) / 2;
    }
}
