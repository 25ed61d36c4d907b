package dev.tern.edit;

import dev.tern.graph.Document;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * Writes into a graph for {@link Edits}, in turn with whatever else writes into it. Thread-safe.
 */
public interface EditWriter {
    /** Writes nothing: edits are looked at. */
    EditWriter NONE = new EditWriter() {
        @Override
        public void add(Document document) {
            throw new UnsupportedOperationException("these edits are to be looked at");
        }

        @Override
        public void remove(String documentId) {
            throw new UnsupportedOperationException("these edits are to be looked at");
        }

        @Override
        public void note(UnaryOperator<Notes> change) {
            throw new UnsupportedOperationException("these edits are to be looked at");
        }

        @Override
        public void rewrite(Collection<String> passageIds) {
            throw new UnsupportedOperationException("these edits are to be looked at");
        }
    };

    /** Adds a document that brings its statements. */
    void add(Document document);

    /** Removes a document that was added. */
    void remove(String documentId);

    /**
     * Changes the notes of the graph, between two batches of documents: one that is written later
     * follows them.
     */
    void note(UnaryOperator<Notes> change);

    /**
     * Writes those passages again that the naming rules of the graph change, with the rows that
     * they come to.
     */
    void rewrite(Collection<String> passageIds);
}
