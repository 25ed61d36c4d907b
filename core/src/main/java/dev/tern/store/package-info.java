/**
 * Stores of graphs: the SPI {@link dev.tern.store.GraphStore}, its records, and {@link
 * dev.tern.store.InMemoryGraphStore}, its specification in code.
 */
@NullMarked
package dev.tern.store;

import org.jspecify.annotations.NullMarked;
