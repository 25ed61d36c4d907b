/** Writes graphs safely against interruptions: {@link dev.tern.store.milvus.write.MilvusWriter}. */
@NullMarked
package dev.tern.store.milvus.write;

import org.jspecify.annotations.NullMarked;
