/** The commands {@code tern serve} and {@code tern mcp}: the graphs of a store for others to ask and fill. */
@NullMarked
package dev.tern.cli.serve;

import org.jspecify.annotations.NullMarked;
