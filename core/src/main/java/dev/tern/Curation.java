package dev.tern;

import dev.tern.edit.Edits;

/**
 * The curation of a whole graph: names and statements as people correct them.
 *
 * @param edits what is one thing, wrong or missing: to say so, and to take it back
 */
public record Curation(Edits edits) {
    /**
     * The curation of all that a {@link GraphRag} is about.
     *
     * @throws dev.tern.error.TernException if that has a scope
     */
    public static Curation of(GraphRag rag) {
        rag.whole("editing");
        return new Curation(rag.editing());
    }
}
