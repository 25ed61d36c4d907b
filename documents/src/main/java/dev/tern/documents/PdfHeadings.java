package dev.tern.documents;

import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds the headings of a PDF: tagged headings, else separate lines that are larger than most of
 * the text so far, or bold if most text is not. Not thread-safe.
 */
final class PdfHeadings {
    private static final Pattern DIGITS = Pattern.compile("\\p{N}+");
    private static final int MAX_LENGTH = 200;
    private static final int MIN_LETTERS = 3;

    /** The minimum font sizes of headings of levels 1 to 3, relative to most of the text. */
    private static final double[] SIZE_RATIOS = {1.6, 1.3, 1.12};

    private static final int BOLD = SIZE_RATIOS.length + 1;

    /** The share of bold text above which bold type does not mark headings. */
    private static final double BOLD_TEXT = 0.3;

    /** The maximum distance between the lines of a heading, in font sizes. */
    private static final double LINES_APART = 1.5;

    private final Map<Long, Integer> charactersOfSize = new TreeMap<>();
    private final Set<String> seenTexts = new HashSet<>();
    private double bodySize;
    private int bold;
    private int all;
    private double firstLine;
    private double lastLine;

    /** Records a page's text sizes and its first and last line; later calls refer to this page. */
    void see(List<PdfWord> words) {
        DoubleSummaryStatistics lines = words.stream()
                .filter(word -> !word.turned())
                .mapToDouble(PdfWord::baseline)
                .summaryStatistics();
        firstLine = lines.getMin();
        lastLine = lines.getMax();
        for (PdfWord word : words) {
            int characters = word.text().length();
            charactersOfSize.merge(Math.round(2 * word.size()), characters, Integer::sum);
            bold += word.bold() ? characters : 0;
            all += characters;
        }
        bodySize = charactersOfSize.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(size -> size.getKey() / 2.0)
                .orElse(0.0);
    }

    /**
     * Returns the end of a heading.
     *
     * @param words in reading order
     * @param start the index of its first word
     * @return the exclusive end; {@code start} if there is no heading
     */
    int end(List<PdfWord> words, int start) {
        PdfWord first = words.get(start);
        int level = level(first);
        boolean columns = first.start() == PdfWord.Start.ROW
                && !Character.isDigit(first.text().codePointAt(0));
        if (level == 0 || columns || (start > 0 && isBeside(words.get(start - 1), first))) {
            return start;
        }
        int end = start + 1;
        int length = first.text().length();
        while (end < words.size()
                && level(words.get(end)) == level
                && words.get(end).baseline() - words.get(end - 1).baseline() < LINES_APART * first.size()
                && words.get(end).tag().equals(first.tag())) {
            length += 1 + words.get(end).text().length();
            end++;
        }
        boolean ownLine = end == words.size() || !isBeside(words.get(end - 1), words.get(end));
        boolean isHeading = ownLine && length <= MAX_LENGTH && isHeading(words.subList(start, end));
        return isHeading ? end : start;
    }

    /**
     * Returns true if whole lines can be a heading. Untagged ones must not look like a sentence or
     * repeat an earlier one, as page headers do; possible page numbers are not compared.
     */
    private boolean isHeading(List<PdfWord> words) {
        String text = PdfWord.text(words);
        boolean named = words.getFirst().tag().heading() > 0;
        boolean sentence = Character.isLowerCase(text.charAt(0)) || text.endsWith(".");
        boolean letters = text.chars().filter(Character::isLetter).count() >= MIN_LETTERS;
        boolean atEdge = words.stream().anyMatch(word -> isAt(firstLine, word) || isAt(lastLine, word));
        String compared = atEdge ? DIGITS.matcher(text).replaceAll("") : text;
        return letters && (named || (!sentence && seenTexts.add(compared)));
    }

    private static boolean isAt(double line, PdfWord word) {
        return Math.abs(word.baseline() - line) < word.size() / 2;
    }

    private static boolean isBeside(PdfWord one, PdfWord next) {
        return isAt(next.baseline(), one);
    }

    /** Returns the heading level that a word's tag, size or type suggests, 1 to 6; 0 if none. */
    int level(PdfWord word) {
        if (word.tag().heading() > 0) {
            return word.tag().heading();
        }
        if (word.turned() || word.tag().cell() != null) {
            return 0;
        }
        for (int i = 0; i < SIZE_RATIOS.length; i++) {
            if (word.size() >= SIZE_RATIOS[i] * bodySize) {
                return i + 1;
            }
        }
        return word.bold() && bold < BOLD_TEXT * all && word.size() > 0.9 * bodySize ? BOLD : 0;
    }
}
