package dev.tern;

import dev.tern.edit.Edits;

/**
 * The curation of a whole graph: names and statements as people correct them.
 *
 * @param edits the edits of the graph, to make and to undo
 */
public record Curation(Edits edits) {
    /**
     * Returns the curation of the graph of a {@link GraphRag}.
     *
     * @throws dev.tern.error.TernException if it has a scope
     */
    public static Curation of(GraphRag rag) {
        rag.whole("editing");
        return new Curation(rag.editing());
    }
}
