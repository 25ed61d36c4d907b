/** The commands {@code tern serve} and {@code tern mcp}, which serve the graphs of a store. */
@NullMarked
package dev.tern.cli.serve;

import org.jspecify.annotations.NullMarked;
