/** Answers the look-ups of a query: {@link dev.tern.store.milvus.view.MilvusGraphView}. */
@NullMarked
package dev.tern.store.milvus.view;

import org.jspecify.annotations.NullMarked;
