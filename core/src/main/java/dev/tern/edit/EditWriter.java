package dev.tern.edit;

import dev.tern.graph.Document;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * Writes into a graph for {@link Edits}, in turn with its other writers. Thread-safe. As a function
 * it writes notes only, and refuses everything else.
 */
@FunctionalInterface
public interface EditWriter {
    /** Adds a document that brings its statements. */
    default void add(Document document) {
        throw new UnsupportedOperationException("these edits write no row");
    }

    /** Removes a document added by {@link #add}. */
    default void remove(String documentId) {
        throw new UnsupportedOperationException("these edits write no row");
    }

    /** Changes the notes of the graph between two batches; later batches follow them. */
    void note(UnaryOperator<Notes> change);

    /** Writes passages and their rows again, as changed by the graph's naming rules. */
    default void rewrite(Collection<String> passageIds) {
        throw new UnsupportedOperationException("these edits write no row");
    }
}
