package dev.tern.transfer.verify;

import dev.tern.graph.Passage;
import dev.tern.store.RelationRow;

/** Names rows in the messages of problems. */
final class RowNames {
    private static final int SHOWN_CHARACTERS = 80;

    private RowNames() {}

    static String of(Passage passage) {
        return "passage " + passage.ordinal() + " of document \"" + passage.documentId() + "\"";
    }

    static String describe(RelationRow row) {
        return "statement \"" + truncated(row.text()) + "\"";
    }

    static String truncated(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
    }
}
