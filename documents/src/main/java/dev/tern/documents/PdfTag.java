package dev.tern.documents;

import org.jspecify.annotations.Nullable;

/**
 * What marked content is.
 *
 * @param cell the cell that it is in, or null
 * @param heading the level of the heading that it is in, 1 to 6, or 0
 */
record PdfTag(@Nullable Cell cell, int heading) {
    static final PdfTag NONE = new PdfTag(null, 0);

    /**
     * Where a cell is in its table.
     *
     * @param table which table of the document, from 1
     * @param row its first row, from 0
     * @param column its first column, from 0
     * @param rows how many rows it reaches over
     * @param columns how many columns it reaches over
     * @param head whether it names a column or a row
     */
    record Cell(int table, int row, int column, int rows, int columns, boolean head) {}
}
