package dev.tern.settings;

import java.util.List;

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
    OVERVIEW;

    /**
     * Returns the modes that need no more than a default mode, without {@link #OVERVIEW}: all if it
     * is {@link #GRAPH}, or else the modes without a chat model.
     */
    public static List<Mode> upTo(Mode defaultMode) {
        return List.of(NAIVE, LOCAL, GRAPH).subList(0, defaultMode == GRAPH ? 3 : 2);
    }
}
