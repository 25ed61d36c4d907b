/** The collections of a graph, their fields and indexes, and the conversion of graphs to rows. */
@NullMarked
package dev.tern.store.milvus.schema;

import org.jspecify.annotations.NullMarked;
