package dev.tern.settings;

/** How passages are found. */
public enum Mode {
    /** The passages nearest to the question: plain RAG. */
    NAIVE,
    /** The graph is walked and the chat model picks the relations that matter. */
    GRAPH,
    /** The graph is walked and the local ranker orders what it reaches: no call to a chat model. */
    LOCAL,
    /**
     * For a question about the whole: passages of the themes nearest to it beside those that a walk finds. It takes a graph whose
     * {@linkplain dev.tern.note.Notes notes} have themes, and no call to a chat model before the answer.
     */
    OVERVIEW
}
