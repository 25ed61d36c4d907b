/** Formats results and progress for people in a terminal. */
@NullMarked
package dev.tern.cli.command.output;

import org.jspecify.annotations.NullMarked;
