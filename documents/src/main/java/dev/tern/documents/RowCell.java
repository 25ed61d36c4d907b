package dev.tern.documents;

import dev.tern.graph.Table;
import java.util.regex.Pattern;

/**
 * A cell of a row.
 *
 * @param text its text, on one line; may be empty
 * @param head true if it is marked as the name of a column or row
 */
record RowCell(String text, boolean head) {
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");

    RowCell {
        text = SPACES.matcher(PlainText.visible(text)).replaceAll(" ").strip();
    }

    static RowCell of(String text) {
        return new RowCell(text, false);
    }

    boolean isNumber() {
        return Table.isNumber(text);
    }

    boolean isBlank() {
        return text.isBlank();
    }
}
