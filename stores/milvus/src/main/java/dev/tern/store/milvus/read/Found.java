package dev.tern.store.milvus.read;

import java.util.List;

/**
 * What one request brought.
 *
 * @param rows the rows that may be seen
 * @param full whether as many rows came as the request asked for, so that there may be more
 */
public record Found<T>(List<T> rows, boolean full) {}
