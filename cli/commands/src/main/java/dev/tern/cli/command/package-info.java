/** Open graphs with their models and costs; base classes of commands, and shared options. */
@NullMarked
package dev.tern.cli.command;

import org.jspecify.annotations.NullMarked;
