package dev.tern.documents;

import java.text.Bidi;
import java.util.List;

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

    /** What words say that stand beside one another, from left to right, or from right to left in a script that is read so. */
    static String text(List<PdfWord> words) {
        boolean rightToLeft = words.stream()
                        .filter(word -> Bidi.requiresBidi(word.text.toCharArray(), 0, word.text.length()))
                        .count()
                > words.size() / 2;
        return text(rightToLeft ? words.reversed() : words, new WrappedLines());
    }

    /** Words in their order, with the lines joined on which they stand. */
    static String text(List<PdfWord> words, WrappedLines lines) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            if (i > 0 && words.get(i).isBelow(words.get(i - 1))) {
                lines.join(text, line);
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(words.get(i).text);
        }
        lines.join(text, line);
        return text.toString();
    }

    /** Whether it stands on a later line than another, or in another column. */
    boolean isBelow(PdfWord other) {
        return Math.abs(baseline - other.baseline) > Math.min(size, other.size) / 2;
    }
}
