package dev.tern.store;

/** The three kinds of rows that a graph is made of. */
public enum RowKind {
    /** The row of an {@link dev.tern.graph.Entity}. */
    ENTITY,
    /** The row of a statement, a {@link RelationRow}. */
    RELATION,
    /** The row of a {@link dev.tern.graph.Passage}. */
    PASSAGE
}
