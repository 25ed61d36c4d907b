package dev.tern.settings;

/** The method of retrieval. */
public enum Mode {
    /** Plain RAG: the passages nearest to the question. */
    NAIVE,
    /** Graph search in which the chat model chooses the relevant relations. */
    GRAPH,
    /** Graph search ranked locally, without a call of a chat model. */
    LOCAL,
    /**
     * For questions about the whole graph: passages of the nearest themes, and passages found as in
     * local mode. Requires themes in the {@linkplain dev.tern.note.Notes notes} of the graph, and
     * calls a chat model for the answer only.
     */
    OVERVIEW
}
