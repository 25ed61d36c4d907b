package dev.tern.settings;

/** How passages are found. */
public enum Mode {
    /** The passages nearest to the question: plain RAG. */
    NAIVE,
    /** The graph is walked and one call to the chat model picks the relations that matter. */
    GRAPH,
    /** The graph is walked and the local ranker orders what it reaches: no call to a chat model. */
    LOCAL
}
