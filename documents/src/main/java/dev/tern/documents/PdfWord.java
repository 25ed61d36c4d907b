package dev.tern.documents;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A word of a page of a PDF, or several where they cannot be told apart, in points from the upper left corner of a page that is turned so
 * that most of its text runs from left to right; y downwards.
 *
 * @param text what it says, without white space at its ends
 * @param left where it begins
 * @param right where it ends
 * @param baseline what it stands on
 * @param size of its font
 * @param bold whether its font is bold
 * @param turned whether it runs in another direction than most of the page's text
 * @param startsParagraph whether a paragraph begins with it
 * @param tag what the PDF itself says that it is in
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
    /** How much of a font's size is above the baseline, and how much below. */
    private static final double ABOVE = 0.8;

    private static final double BELOW = 0.2;

    /** This at the beginning of a paragraph, or not. */
    PdfWord startingParagraph(boolean starts) {
        return new PdfWord(text, left, right, baseline, size, bold, turned, starts, tag);
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

    /** Joins the texts of words that stand beside one another. */
    static String text(List<PdfWord> words) {
        return text(words, new WrappedLines());
    }

    /** Words in their order, with the lines joined on which they stand; each line in the direction in which it is read. */
    static String text(List<PdfWord> words, WrappedLines lines) {
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
        return read.stream().map(PdfWord::text).collect(Collectors.joining(" "));
    }

    /** Whether it stands on a later line than another, or in another column. */
    boolean isBelow(PdfWord other) {
        return Math.abs(baseline - other.baseline) > Math.min(size, other.size) / 2;
    }
}
