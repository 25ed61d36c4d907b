package dev.tern;

import dev.tern.edit.Edits;

/**
 * The manual correction of names and statements of a whole graph.
 *
 * @param edits makes, lists and undoes edits of the graph
 */
public record Curation(Edits edits) {
    /**
     * Returns the curation of the graph of a {@link GraphRag}.
     *
     * @throws dev.tern.error.TernException if the {@link GraphRag} has a scope
     */
    public static Curation of(GraphRag rag) {
        rag.whole("editing");
        return new Curation(rag.editing());
    }
}
