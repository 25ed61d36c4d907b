/** The commands about whole graphs: count, list, copy, export, back up, verify, and remove from them. */
@NullMarked
package dev.tern.cli.graphs;

import org.jspecify.annotations.NullMarked;
