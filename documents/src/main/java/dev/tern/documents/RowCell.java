package dev.tern.documents;

/**
 * A cell of a row.
 *
 * @param text what is in it, on one line; may be empty
 * @param head whether it is marked as the name of a column or row
 */
record RowCell(String text, boolean head) {
    static RowCell of(String text) {
        return new RowCell(text, false);
    }

    boolean isBlank() {
        return text.isBlank();
    }
}
