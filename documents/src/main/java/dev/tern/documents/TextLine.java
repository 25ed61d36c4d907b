package dev.tern.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * A line of one or more words, from left to right.
 *
 * @param left the left edge of its first word
 * @param right the right edge of its rightmost word
 * @param top the upper edge of its highest word
 * @param bottom the lower edge of its lowest word
 */
record TextLine(List<PdfWord> words, double left, double right, double top, double bottom)
        implements PageLayout.BoxedPart {
    /** The minimum distance of cells, in font sizes; justified spaces are rarely as wide. */
    static final double APART = 0.8;

    private static final double ASKEW = 0.1;

    TextLine(List<PdfWord> words) {
        this(
                words,
                words.getFirst().left(),
                words.stream().mapToDouble(PdfWord::right).max().orElseThrow(),
                words.stream().mapToDouble(PdfWord::top).min().orElseThrow(),
                words.stream().mapToDouble(PdfWord::bottom).max().orElseThrow());
    }

    /** Returns the lines that words form, from top to bottom. */
    static List<TextLine> of(List<PdfWord> words) {
        List<PdfWord> sorted = words.stream()
                .sorted(Comparator.comparingDouble(PdfWord::baseline).thenComparingDouble(PdfWord::left))
                .toList();
        List<List<PdfWord>> lines = new ArrayList<>();
        for (PdfWord word : sorted) {
            PdfWord first = lines.isEmpty() ? null : lines.getLast().getFirst();
            // A superscript or subscript belongs to its line.
            boolean beside = first != null
                    && (isBetween(word.middle(), first) || isBetween(first.middle(), word))
                    && word.baseline() - first.baseline() < Math.max(word.size(), first.size()) / 2;
            if (!beside) {
                lines.add(new ArrayList<>());
            }
            lines.getLast().add(word);
        }
        lines.forEach(line -> line.sort(Comparator.comparingDouble(PdfWord::left)));
        return lines.stream().map(TextLine::new).toList();
    }

    private static boolean isBetween(double y, PdfWord word) {
        return word.top() < y && y < word.bottom();
    }

    double size() {
        return words.stream().mapToDouble(PdfWord::size).max().orElseThrow();
    }

    /** Returns true if this line begins where another does, or has the same centre. */
    boolean isBelow(TextLine other) {
        double left = left() - other.left();
        return Math.min(Math.abs(left), Math.abs(left + right() - other.right()) / 2) < ASKEW * size();
    }

    @Override
    public LineBox box() {
        return new LineBox((left() + right()) / 2, (top() + bottom()) / 2, right() - left(), bottom() - top(), 0);
    }

    String text() {
        return PdfWord.text(words);
    }

    /** Returns the parts of the line that are as far apart as cells. */
    List<TextLine> parts() {
        return parts((right, word) -> word.left() - right > APART * word.size());
    }

    /** Returns the parts of the line; {@code begins} tests the right edge so far and a word. */
    List<TextLine> parts(BiPredicate<Double, PdfWord> begins) {
        List<List<PdfWord>> parts = new ArrayList<>();
        double right = -Double.MAX_VALUE;
        for (PdfWord word : words) {
            if (parts.isEmpty() || begins.test(right, word)) {
                parts.add(new ArrayList<>());
            }
            parts.getLast().add(word);
            right = Math.max(right, word.right());
        }
        return parts.stream().map(TextLine::new).toList();
    }
}
