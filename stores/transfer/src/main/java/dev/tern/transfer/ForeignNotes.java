package dev.tern.transfer;

/**
 * Decides if a target takes the notes of an imported graph: sources, edits, themes, and rules about
 * sources. They apply to every passage of the target, not only to imported ones.
 */
public enum ForeignNotes {
    /**
     * The target takes them if it has nothing else: a new one or a partial import. A graph with a
     * passage or a note of its own ignores them.
     */
    INTO_NOTHING_ELSE,
    /** The target takes them, in addition to its own. */
    TAKEN,
    /** The target ignores them. */
    LEFT_OUT
}
