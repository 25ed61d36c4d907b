package dev.tern.edit;

import dev.tern.graph.Document;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * Writes into a graph for {@link Edits}, in turn with whatever else writes into it. Thread-safe.
 */
public interface EditWriter {
    /** A writer of the notes of a graph, and of no row. */
    static EditWriter ofNotes(GraphStore store) {
        return new EditWriter() {
            @Override
            public void add(Document document) {
                throw new UnsupportedOperationException("these edits write no row");
            }

            @Override
            public void note(UnaryOperator<Notes> change) {
                store.notes(change);
            }

            @Override
            public void rewrite(Collection<String> passageIds) {
                throw new UnsupportedOperationException("these edits write no row");
            }
        };
    }

    /** Adds a document that brings its statements. */
    void add(Document document);

    /**
     * Changes the notes of the graph, between two batches of documents: one that is prepared later
     * follows them.
     */
    void note(UnaryOperator<Notes> change);

    /**
     * Writes those passages again that the naming rules of the graph change, with the rows that
     * they come to.
     */
    void rewrite(Collection<String> passageIds);
}
