/** Tests of background work after writes. */
@NullMarked
package dev.tern.store.milvus.write;

import org.jspecify.annotations.NullMarked;
