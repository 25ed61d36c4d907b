/** Tests of reading collections. */
@NullMarked
package dev.tern.store.milvus.read;

import org.jspecify.annotations.NullMarked;
