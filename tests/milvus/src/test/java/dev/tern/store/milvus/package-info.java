/** Tests and benchmarks of the embedded store. */
@NullMarked
package dev.tern.store.milvus;

import org.jspecify.annotations.NullMarked;
