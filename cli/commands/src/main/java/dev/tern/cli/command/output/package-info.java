/** Formats results: for people in a terminal, and as JSON for programs. */
@NullMarked
package dev.tern.cli.command.output;

import org.jspecify.annotations.NullMarked;
