package dev.tern.transfer.verify;

/** The kind of a problem that a verification found. */
public enum ProblemKind {
    /** A row with an id that does not match its content. */
    WRONG_ID,
    /** A row with a vector that is not of unit length, or not of the graph's dimension. */
    WRONG_VECTOR,
    /** A row that a passage states or names, and that is missing or differs from the passage. */
    MISSING,
    /** A statement whose passage is missing. */
    ORPHAN,
    /** A statement that differs from its passage; or a passage with a duplicate statement. */
    ALTERED,
    /** A second row with the same id. */
    DUPLICATE_ID,
    /** An entity that no passage names. */
    UNREFERENCED,
    /** A statement whose vector differs from the same statement's in another passage. */
    INCONSISTENT_VECTOR,
    /**
     * A passage with the ordinal of another passage of its document. Reindexing does not help; the
     * document has to be added again.
     */
    SAME_ORDINAL,
    /** A passage whose extraction state contradicts its number of failures or its reason. */
    WRONG_STATE,
    /** Passages whose statements lack the names given by the graph's edits: the first of them. */
    EDITS_NOT_APPLIED,
    /**
     * A removal of documents that was interrupted before their traces in the notes were deleted;
     * the id is that of a note.
     */
    REMOVAL_INTERRUPTED,
    /** A passage that a look-up of its title does not find. */
    NOT_FOUND_BY_TITLE,
    /** A row with missing or wrong index entries. */
    WRONG_INDEX
}
