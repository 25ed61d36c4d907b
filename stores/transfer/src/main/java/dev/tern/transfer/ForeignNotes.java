package dev.tern.transfer;

/**
 * Says what happens to the notes of a graph that is brought in: sources, edits, aliases, themes, and rules about sources. They rule
 * over every passage of the graph that takes them, not only over those that they came with.
 */
public enum ForeignNotes {
    /**
     * Taken by a graph that holds nothing but what is brought in, as a new one or one that was begun before. One that has a passage or a
     * note of its own is not ruled by them.
     */
    INTO_NOTHING_ELSE,
    /** Taken by any graph, beside its own. */
    TAKEN,
    /** No graph takes them. */
    LEFT_OUT
}
