package dev.tern.transfer;

/**
 * Decides whether an import adds the notes of the file: sources, edits, themes, and rules about
 * sources. They apply to every passage of the target, not only to imported ones.
 */
public enum ImportedNotes {
    /** Adds them unless the target has a passage or a note that the file lacks. */
    IF_EMPTY,
    /** Adds them to the notes of the target. */
    ALWAYS,
    /** Adds no notes of the file. */
    NEVER
}
