/** Benchmarks of the Milvus store beside others; run by {@code bench/milvus.sh}, never by the build. */
@NullMarked
package dev.tern.store.milvus.benchmark;

import org.jspecify.annotations.NullMarked;
