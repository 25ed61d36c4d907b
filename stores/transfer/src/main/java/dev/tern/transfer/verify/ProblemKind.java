package dev.tern.transfer.verify;

/** A kind of problem with a row. */
public enum ProblemKind {
    /** Its id does not match its content. */
    WRONG_ID,
    /** Its vector is not of unit length, or not of the graph's dimension. */
    WRONG_VECTOR,
    /** A row that does not exist although a passage states or names it. */
    MISSING,
    /** A statement whose passage is missing. */
    ORPHAN,
    /** A statement that differs from its passage; or a passage with a duplicate statement. */
    ALTERED,
    /** There are two rows with its id. */
    TWICE,
    /** An entity that no passage names. */
    UNTOUCHED,
    /** A statement whose vector differs from the same statement's in another passage. */
    OTHER_VECTOR,
    /** Two passages of a document have the same ordinal. Reindexing does not help: add it again. */
    SAME_ORDINAL,
    /** Its extraction state contradicts its statements. */
    WRONG_STATE,
    /** A passage whose statements lack the names given by the graph's edits. */
    NOT_NAMED,
    /** A passage that is not found by its title. */
    NOT_FOUND_BY_TITLE,
    /** A row with missing or wrong index entries. */
    MISFILED
}
