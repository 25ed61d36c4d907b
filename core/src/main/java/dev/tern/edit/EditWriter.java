package dev.tern.edit;

import dev.tern.graph.Document;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * Writes into a graph for {@link Edits}, in turn with whatever else writes into it. Thread-safe. A writer of notes alone is one
 * function, and refuses the rest.
 */
@FunctionalInterface
public interface EditWriter {
    /** Adds a document that brings its statements. */
    default void add(Document document) {
        throw new UnsupportedOperationException("these edits write no row");
    }

    /** Removes a document that was added. */
    default void remove(String documentId) {
        throw new UnsupportedOperationException("these edits write no row");
    }

    /**
     * Changes the notes of the graph, between two batches of documents: one that is written later
     * follows them.
     */
    void note(UnaryOperator<Notes> change);

    /**
     * Writes those passages again that the naming rules of the graph change, with the rows that
     * they come to.
     */
    default void rewrite(Collection<String> passageIds) {
        throw new UnsupportedOperationException("these edits write no row");
    }
}
