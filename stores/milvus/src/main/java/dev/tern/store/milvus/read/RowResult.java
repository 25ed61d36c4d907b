package dev.tern.store.milvus.read;

import java.util.List;

/**
 * The result of a query or a search.
 *
 * @param full true if as many rows came as requested, so that there may be more
 */
public record RowResult<T>(List<T> rows, boolean full) {}
