/** Tests and benchmarks that kill, damage or load the embedded store. */
@NullMarked
package dev.tern.store.lucene;

import org.jspecify.annotations.NullMarked;
