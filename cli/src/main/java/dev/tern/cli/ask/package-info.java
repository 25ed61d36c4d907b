/** The commands that ask a graph: ask, compare and retrieve. */
@NullMarked
package dev.tern.cli.ask;

import org.jspecify.annotations.NullMarked;
