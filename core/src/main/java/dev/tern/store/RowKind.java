package dev.tern.store;

/** The three kinds of rows that a graph is made of. */
public enum RowKind {
    /** {@link dev.tern.graph.Entity}. */
    ENTITY,
    /** {@link RelationRow}. */
    RELATION,
    /** {@link dev.tern.graph.Passage}. */
    PASSAGE
}
