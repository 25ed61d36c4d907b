/** Reads the collections of a graph: {@link dev.tern.store.milvus.read.CollectionReader}. */
@NullMarked
package dev.tern.store.milvus.read;

import org.jspecify.annotations.NullMarked;
