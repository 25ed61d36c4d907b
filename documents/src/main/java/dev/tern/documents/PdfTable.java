package dev.tern.documents;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A table on a PDF page.
 *
 * @param rows its rows from top to bottom, each with a cell for each column
 * @param columns the edges of its columns, from left to right; artificial in a tagged table
 * @param top its upper edge
 * @param bottom its lower edge
 */
record PdfTable(List<PdfWord> words, List<List<RowCell>> rows, List<Double> columns, double top, double bottom) {
    /** Returns the median number of filled cells per row that differ from their left neighbour. */
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
