/** Changes of a graph, in the order that leaves nothing unfinished unnoticed: {@link dev.tern.store.milvus.write.MilvusWriter}. */
@NullMarked
package dev.tern.store.milvus.write;

import org.jspecify.annotations.NullMarked;
