package dev.tern.edit;

import dev.tern.graph.Document;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * Writes into a graph for {@link Edits}, in turn with whatever else writes into it. Thread-safe. A method that is not implemented
 * refuses.
 */
public interface EditWriter {
    /** Writes nothing: edits are looked at. */
    EditWriter NONE = new EditWriter() {};

    /** A writer of the notes of a graph, and of no row. */
    static EditWriter ofNotes(GraphStore store) {
        return new EditWriter() {
            @Override
            public void note(UnaryOperator<Notes> change) {
                store.notes(change);
            }
        };
    }

    /** Adds a document that brings its statements. */
    default void add(Document document) {
        throw new UnsupportedOperationException("these edits are to be looked at");
    }

    /** Removes a document that was added. */
    default void remove(String documentId) {
        throw new UnsupportedOperationException("these edits are to be looked at");
    }

    /**
     * Changes the notes of the graph, between two batches of documents: one that is written later
     * follows them.
     */
    default void note(UnaryOperator<Notes> change) {
        throw new UnsupportedOperationException("these edits are to be looked at");
    }

    /**
     * Writes those passages again that the naming rules of the graph change, with the rows that
     * they come to.
     */
    default void rewrite(Collection<String> passageIds) {
        throw new UnsupportedOperationException("these edits are to be looked at");
    }
}
