package dev.tern.documents;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A table on a page of a PDF.
 *
 * @param words what is in it
 * @param rows its rows from above to below, each with a cell for each column
 * @param columns where its columns begin, and where the last ends
 * @param top where it begins
 * @param bottom where it ends
 */
record PdfTable(List<PdfWord> words, List<List<RowCell>> rows, List<Double> columns, double top, double bottom) {
    /** How many cells most of its rows have that say something else than the one before them: the median. */
    int cellsOfRow() {
        int[] counts = rows.stream()
                .mapToInt(row -> (int) IntStream.range(0, row.size())
                        .filter(i -> !row.get(i).isBlank()
                                && (i == 0
                                        || !row.get(i)
                                                .text()
                                                .equals(row.get(i - 1).text())))
                        .count())
                .sorted()
                .toArray();
        return counts[counts.length / 2];
    }
}
