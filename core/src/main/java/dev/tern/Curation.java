package dev.tern;

import dev.tern.alias.EntityAliases;
import dev.tern.edit.Edits;

/**
 * The curation of a whole graph: names, statements and sources as people correct them.
 *
 * @param aliases which names of the graph are one thing: to say so, and to take it back
 * @param edits all of it, aliases among it: to say what is wrong or missing, and to take it back
 */
public record Curation(EntityAliases aliases, Edits edits) {
    /**
     * The curation of all that a {@link GraphRag} is about.
     *
     * @throws dev.tern.error.TernException if that has a scope
     */
    public static Curation of(GraphRag rag) {
        return new Curation(new EntityAliases(rag.whole("editing")), new Edits(rag.whole("editing"), rag::add));
    }
}
