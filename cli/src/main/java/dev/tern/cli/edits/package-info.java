/** {@code tern edit}: corrects and completes a graph, and undoes that. */
@NullMarked
package dev.tern.cli.edits;

import org.jspecify.annotations.NullMarked;
