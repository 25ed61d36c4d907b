/** The commands for whole graphs: count, list, copy, export, verify, and remove. */
@NullMarked
package dev.tern.cli.graphs;

import org.jspecify.annotations.NullMarked;
