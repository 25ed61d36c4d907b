/** The entry point of the library: {@link dev.tern.GraphRag}. */
@NullMarked
package dev.tern;

import org.jspecify.annotations.NullMarked;
