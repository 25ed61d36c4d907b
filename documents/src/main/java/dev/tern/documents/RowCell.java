package dev.tern.documents;

import java.util.regex.Pattern;

/**
 * A cell of a row.
 *
 * @param text what is in it, on one line; may be empty
 * @param head whether it is marked as the name of a column or row
 */
record RowCell(String text, boolean head) {
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");

    /** Puts the text on one line, as it is written. */
    RowCell {
        text = SPACES.matcher(PlainText.visible(text)).replaceAll(" ").strip();
    }

    static RowCell of(String text) {
        return new RowCell(text, false);
    }

    boolean isBlank() {
        return text.isBlank();
    }
}
