/** {@code tern eval}. */
@NullMarked
package dev.tern.cli.evaluate;

import org.jspecify.annotations.NullMarked;
