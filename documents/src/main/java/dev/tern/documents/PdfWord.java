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
 * @param startsParagraph true if it begins a paragraph
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
        boolean startsParagraph,
        PdfTag tag) {
    /** The part of the font size above the baseline; the rest is below. */
    private static final double ABOVE = 0.8;

    private static final double BELOW = 0.2;

    /** Returns this word with or without the start of a paragraph. */
    PdfWord startingParagraph(boolean starts) {
        return new PdfWord(text, left, right, baseline, size, bold, turned, starts, tag);
    }

    /** Returns this word as one that runs in another direction than most of the text. */
    PdfWord aside() {
        return new PdfWord(text, left, right, baseline, size, bold, true, startsParagraph, tag);
    }

    /** Returns this word with a longer text and other edges. */
    PdfWord with(String longer, double start, double end) {
        return new PdfWord(longer, start, end, baseline, size, bold, turned, startsParagraph, tag);
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
