/**
 * The commands {@code tern init}, {@code tern doctor}, which checks machine, configuration, store
 * and models, and {@code tern completion} for shells.
 */
@NullMarked
package dev.tern.cli.setup;

import org.jspecify.annotations.NullMarked;
