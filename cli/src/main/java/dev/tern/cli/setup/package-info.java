/**
 * {@code tern init} and {@code tern doctor}: the first run, and what is wrong with a machine, a
 * configuration, a store or a model; and {@code tern completion} for shells.
 */
@NullMarked
package dev.tern.cli.setup;

import org.jspecify.annotations.NullMarked;
