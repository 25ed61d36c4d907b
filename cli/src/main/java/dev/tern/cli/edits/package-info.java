/** {@code tern edit}: what is wrong with a graph, what is missing in it, and taking it back. */
@NullMarked
package dev.tern.cli.edits;

import org.jspecify.annotations.NullMarked;
