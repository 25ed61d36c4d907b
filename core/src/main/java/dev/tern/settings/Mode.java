package dev.tern.settings;

/** The method of retrieval. */
public enum Mode {
    /** Plain RAG: the passages nearest to the question. */
    NAIVE,
    /**
     * Graph search in which the chat model chooses the relevant relations; requires a model for
     * {@link dev.tern.model.ChatTask#RERANK}.
     */
    GRAPH,
    /** Graph search with a local ranking; the search calls no chat model. */
    LOCAL,
    /**
     * Overview of the whole graph: passages of the themes nearest to the question, and passages
     * found as in local mode. Requires themes in the {@linkplain dev.tern.note.Notes notes} of the
     * graph. The search calls no chat model.
     */
    OVERVIEW
}
