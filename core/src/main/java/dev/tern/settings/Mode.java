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
     * For questions about the whole: passages of the nearest themes beside results of the graph.
     * Takes a graph with themes in its {@linkplain dev.tern.note.Notes notes}, and calls a chat
     * model for the answer only.
     */
    OVERVIEW
}
