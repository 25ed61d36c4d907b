/** Turns a configuration into stores, models and open graphs. */
@NullMarked
package dev.tern.cli.assembly;

import org.jspecify.annotations.NullMarked;
