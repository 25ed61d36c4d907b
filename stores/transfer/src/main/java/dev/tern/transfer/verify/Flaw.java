package dev.tern.transfer.verify;

/** What can be wrong with a row. */
public enum Flaw {
    /** Its id is not the one that its content gives it. */
    WRONG_ID,
    /** Its vector is not of unit length, or not of the graph's dimension. */
    WRONG_VECTOR,
    /** It is not there, and a passage states or names it. */
    MISSING,
    /** A statement whose passage is not there. */
    ORPHAN,
    /** A statement that is not, or not like this, in its passage; or a passage that makes a statement twice. */
    ALTERED,
    /** There are two rows of its id. */
    TWICE,
    /** An entity that no passage names. */
    UNTOUCHED,
    /** A statement whose vector is not that of the same statement in another passage. */
    OTHER_VECTOR,
    /** Another passage of its document has the same ordinal. Reindexing leaves both: add the document again. */
    SAME_ORDINAL,
    /** How far its statements are contradicts itself. */
    WRONG_STATE,
    /** A passage whose statements have not the names that the edits of the graph give them. */
    NOT_NAMED,
    /** A passage that its title does not find. */
    NOT_FOUND_BY_TITLE,
    /** A row that the store does not find by what it says, or finds by something else. */
    MISFILED
}
