/** Reads the rows that match a filter: {@link dev.tern.store.milvus.filter.FilteredSearch}. */
@NullMarked
package dev.tern.store.milvus.filter;

import org.jspecify.annotations.NullMarked;
