/** {@code tern aliases}: which names of a graph are one thing. */
@NullMarked
package dev.tern.cli.aliases;

import org.jspecify.annotations.NullMarked;
