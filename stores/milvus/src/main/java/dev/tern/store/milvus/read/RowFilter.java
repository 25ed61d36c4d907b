package dev.tern.store.milvus.read;

import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Facets;
import dev.tern.store.milvus.schema.Row;

/**
 * Selects the passages and rows of relations that a reader shows; entities are all shown. The
 * server may narrow by {@link #condition}, but every row that arrives is tested by {@link #passes}.
 */
public interface RowFilter {
    /** Returns true if a row, which has its {@link Facets}, is shown. */
    boolean passes(Row row);

    /** Returns a condition that all shown rows of a collection meet, and perhaps other rows. */
    Condition condition(CollectionKind kind);

    /** Returns true if so few rows match that the server should narrow look-ups. */
    boolean isSelective();
}
