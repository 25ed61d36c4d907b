package dev.tern.curation;

import dev.tern.graph.SourceDocument;
import dev.tern.note.Notes;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * Writes to a graph for {@link Edits}, serialised with the graph's other writers. Thread-safe. An
 * instance made by a lambda can only change notes; its other methods throw {@link
 * UnsupportedOperationException}.
 */
@FunctionalInterface
public interface EditWriter {
    /** Adds a document together with its statements. */
    default void add(SourceDocument document) {
        throw new UnsupportedOperationException("these edits write no row");
    }

    /** Removes a document added by {@link #add}, if the graph has it. */
    default void remove(String documentId) {
        throw new UnsupportedOperationException("these edits write no row");
    }

    /** Changes the notes of the graph between two batches; later batches apply them. */
    void changeNotes(UnaryOperator<Notes> change);

    /** Rewrites passages and their rows according to the graph's naming rules. */
    default void rewrite(Collection<String> passageIds) {
        throw new UnsupportedOperationException("these edits write no row");
    }
}
