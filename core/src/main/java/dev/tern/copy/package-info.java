/** Copies a graph from one store to another, vectors included, and compares the two. */
@NullMarked
package dev.tern.copy;

import org.jspecify.annotations.NullMarked;
