/**
 * Where a graph is kept: the SPI {@link dev.tern.store.GraphStore}, the records it speaks in, and
 * {@link dev.tern.store.InMemoryGraphStore}, its specification in code.
 */
@NullMarked
package dev.tern.store;

import org.jspecify.annotations.NullMarked;
