package dev.tern.documents;

import dev.tern.documents.PdfWord.Start;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds the paragraphs of a PDF page. A paragraph begins below a gap clearly larger than the usual
 * one, at an indent, after a short line that ends a sentence, at a list mark, and where the text
 * size or the position changes; but not within a paragraph that the PDF itself marks.
 */
final class PdfParagraphs {
    private static final double LARGER_GAP = 1.3;

    /** The maximum line distance within a paragraph, in font sizes. */
    private static final double MAX_GAP = 2.6;

    /** The maximum line distance if there is no usual gap, as with two lines, in font sizes. */
    private static final double UNKNOWN_GAP = 2.1;

    private static final int MAX_LINES_OF_ROW = 12;
    private static final double INDENT = 0.8;
    private static final double SHORT_LINE = 0.8;
    private static final double OTHER_SIZE = 1.12;
    /** The minimum share of a usual gap among all gaps. */
    private static final double USUAL = 0.15;
    /** The width of a space, in font sizes. */
    private static final double SPACE = 0.25;

    private static final double ASKEW = 0.1;

    private static final Pattern END = Pattern.compile("[.!?:;\u3002\uff01\uff1f][\"'\u201d\u00bb\u300d)]?+$");
    private static final Pattern MARK =
            Pattern.compile("[\u2022\u25aa\u25cf\u25e6\u2023\u2013*-]|\\(?(?:\\d{1,3}|\\p{L})[.)]");

    private PdfParagraphs() {}

    /**
     * A line of consecutive words.
     *
     * @param parts the parts that are as far apart as cells
     */
    private record WordLine(List<PdfWord> words, List<TextLine> parts) {
        static WordLine of(List<PdfWord> words) {
            List<PdfWord> sorted = words.stream()
                    .sorted(Comparator.comparingDouble(PdfWord::left))
                    .toList();
            return new WordLine(words, new TextLine(sorted).parts());
        }

        double left() {
            return words.stream().mapToDouble(PdfWord::left).min().orElse(0);
        }

        double right() {
            return words.stream().mapToDouble(PdfWord::right).max().orElse(0);
        }

        double size() {
            return words.getFirst().size();
        }

        double gap(WordLine above) {
            return words.getFirst().baseline() - above.words.getFirst().baseline();
        }

        boolean overlaps(WordLine other) {
            return left() < other.right() && other.left() < right();
        }

        boolean isOfParagraph(WordLine other) {
            int paragraph = words.getFirst().tag().paragraph();
            return paragraph != 0 && paragraph == other.words.getLast().tag().paragraph();
        }

        /** Returns true if this line starts below a later word of the other, as in a list item. */
        boolean isBelowWordOf(WordLine other) {
            return other.words.stream().skip(1).anyMatch(word -> Math.abs(word.left() - left()) < ASKEW * size());
        }

        /** Returns true if both lines have several parts, which are below each other. */
        boolean isRowWith(WordLine other) {
            List<TextLine> others = other.parts;
            return parts.size() > others.size()
                    ? other.isRowWith(this)
                    : parts.size() > 1
                            && isLike(other)
                            && !isOfParagraph(other)
                            && parts.stream()
                                    .skip(1)
                                    .allMatch(part -> others.stream().skip(1).anyMatch(part::isBelow));
        }

        boolean isLike(WordLine other) {
            return size() < OTHER_SIZE * other.size()
                    && other.size() < OTHER_SIZE * size()
                    && words.getFirst().turned() == other.words.getFirst().turned();
        }
    }

    /** Returns the same words, with the starts of paragraphs marked. */
    static List<PdfWord> in(List<PdfWord> words) {
        long rightToLeft = words.stream()
                .filter(word -> ReadingOrder.isRightToLeft(word.text()))
                .count();
        // Seen in a mirror, right-to-left text begins at the left.
        List<WordLine> lines = lines(words.stream()
                .map(word -> 2 * rightToLeft > words.size() ? word.mirrored() : word)
                .toList());
        double usual = usualGap(lines);
        double width = lines.stream()
                .mapToDouble(line -> line.right() - line.left())
                .max()
                .orElse(0);
        List<PdfWord> marked = new ArrayList<>(words.size());
        for (int i = 0; i < lines.size(); i++) {
            Start start = i == 0 || starts(lines, i, usual, width) ? Start.PARAGRAPH : Start.NONE;
            start = isRow(lines, i) ? Start.ROW : start;
            for (PdfWord word : words.subList(
                    marked.size(), marked.size() + lines.get(i).words.size())) {
                marked.add(word.starting(start));
                start = Start.NONE;
            }
        }
        return marked;
    }

    private static List<WordLine> lines(List<PdfWord> words) {
        List<List<PdfWord>> lines = new ArrayList<>();
        for (PdfWord word : words) {
            PdfWord before = lines.isEmpty() ? null : lines.getLast().getLast();
            if (before == null || word.isBelow(before) || word.turned() != before.turned()) {
                lines.add(new ArrayList<>());
            }
            lines.getLast().add(word);
        }
        return lines.stream().map(WordLine::of).toList();
    }

    /** Returns the smallest frequent gap, or 0. */
    private static double usualGap(List<WordLine> lines) {
        Map<Long, Integer> gaps = new TreeMap<>();
        int all = 0;
        for (int i = 1; i < lines.size(); i++) {
            WordLine above = lines.get(i - 1);
            WordLine line = lines.get(i);
            double gap = line.gap(above);
            if (line.isLike(above) && line.overlaps(above) && gap > line.size() / 2 && gap < MAX_GAP * line.size()) {
                gaps.merge(Math.round(gap), 1, Integer::sum);
                all++;
            }
        }
        int least = (int) Math.max(2, USUAL * all);
        return gaps.entrySet().stream()
                .filter(gap -> gap.getValue() >= least)
                .mapToDouble(Map.Entry::getKey)
                .findFirst()
                .orElse(0);
    }

    private static boolean starts(List<WordLine> lines, int at, double usual, double width) {
        WordLine line = lines.get(at);
        WordLine above = lines.get(at - 1);
        double gap = line.gap(above);
        String first = line.words.getFirst().text();
        boolean ended = END.matcher(above.words.getLast().text()).find();
        if (line.isOfParagraph(above) && gap < MAX_GAP * line.size()) {
            return false;
        }
        boolean otherRow = line.parts.size() > 1
                ? lines.subList(Math.max(0, at - MAX_LINES_OF_ROW), at).stream().anyMatch(line::isRowWith)
                : isRow(lines, at - 1) && !Character.isLowerCase(first.codePointAt(0)) && !line.isBelowWordOf(above);
        boolean marked = MARK.matcher(first).matches() || line.words.getFirst().start() == Start.PARAGRAPH;
        if (otherRow || marked || !line.isLike(above)) {
            return true;
        }
        if (gap <= 0 || !line.overlaps(above)) {
            // The line is in the next column or another part of the page.
            return ended || !Character.isLowerCase(first.codePointAt(0));
        }
        double largest = usual > 0 ? Math.min(LARGER_GAP * usual, MAX_GAP * line.size()) : UNKNOWN_GAP * line.size();
        double behindAbove = above.right() - line.left();
        boolean shortLine = behindAbove < SHORT_LINE * width && at + 1 < lines.size();
        // Text and tables may have different line distances.
        boolean isFull =
                behindAbove + SPACE * line.size() + line.words.getFirst().right() - line.left() > width;
        boolean goesOn = !ended && isFull && gap <= MAX_GAP * line.size();
        return (gap > largest && !goesOn) || isIndented(lines, at, ended) || (ended && shortLine);
    }

    /** Returns true if a line is no list item, and has the columns of the line above or below. */
    private static boolean isRow(List<WordLine> lines, int at) {
        WordLine line = lines.get(at);
        return !MARK.matcher(line.words.getFirst().text()).matches()
                && lines.subList(Math.max(0, at - 1), Math.min(at + 2, lines.size())).stream()
                        .anyMatch(other -> line.gap(other) != 0
                                && Math.abs(line.gap(other)) <= MAX_GAP * line.size()
                                && line.isRowWith(other));
    }

    private static boolean isIndented(List<WordLine> lines, int at, boolean ended) {
        WordLine above = lines.get(at - 1);
        boolean item = MARK.matcher(above.words.getFirst().text()).matches();
        if ((item || !ended) && lines.get(at).isBelowWordOf(above)) {
            return false;
        }
        double indent = INDENT * lines.get(at).size();
        double left = lines.get(at).left();
        boolean behind = left > above.left() + indent;
        return behind && (at + 1 == lines.size() || left > lines.get(at + 1).left() + indent);
    }
}
