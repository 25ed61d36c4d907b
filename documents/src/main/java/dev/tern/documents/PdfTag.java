package dev.tern.documents;

import org.jspecify.annotations.Nullable;

/**
 * The role of marked content in a tagged PDF.
 *
 * @param cell the enclosing cell, or null
 * @param heading the level of the enclosing heading, 1 to 6, or 0
 * @param paragraph the document-wide number of the enclosing paragraph or part of a paragraph, or 0
 */
record PdfTag(@Nullable Cell cell, int heading, int paragraph) {
    static final PdfTag NONE = new PdfTag(null, 0, 0);

    /**
     * The position of a cell in its table.
     *
     * @param table the table's number in the document, from 1
     * @param row its first row, from 0
     * @param column its first column, from 0
     * @param rows the number of rows it spans
     * @param columns the number of columns it spans
     * @param head true if it names a column or a row
     */
    record Cell(int table, int row, int column, int rows, int columns, boolean head) {}
}
