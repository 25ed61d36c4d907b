package dev.tern.store.milvus.read;

import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Facets;
import dev.tern.store.milvus.schema.Row;

/**
 * Which passages and rows of relations a reader shows. Entities have nothing to be filtered by, and are shown all the same.
 *
 * <p>The server may narrow by {@link #condition}; every row that arrives is tested by {@link #passes}, whatever the server did.
 */
public interface RowFilter {
    /** Whether a row, which has its {@link Facets}, is shown. */
    boolean passes(Row row);

    /** A condition that every row of a collection meets which passes; others may meet it too. */
    Condition condition(CollectionKind kind);

    /** Whether so little passes that the server is to narrow look-ups by the condition. */
    boolean isSelective();
}
