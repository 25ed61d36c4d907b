/** Tests and benchmarks of the embedded store. */
@NullMarked
package dev.tern.store.lucene;

import org.jspecify.annotations.NullMarked;
