/** The collections of a graph, their fields and indexes, and how a graph becomes rows and rows a graph. */
@NullMarked
package dev.tern.store.milvus.schema;

import org.jspecify.annotations.NullMarked;
