/** Tests of the Milvus store. */
@NullMarked
package dev.tern.store.milvus;

import org.jspecify.annotations.NullMarked;
