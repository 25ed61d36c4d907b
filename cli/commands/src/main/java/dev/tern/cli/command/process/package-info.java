/** A command's process: streams, terminal, variables, signals, logs and exit codes. */
@NullMarked
package dev.tern.cli.command.process;

import org.jspecify.annotations.NullMarked;
