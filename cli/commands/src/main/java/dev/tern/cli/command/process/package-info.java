/** What a command runs in: the streams, the terminal, the variables, signals, logs and exit codes of its process. */
@NullMarked
package dev.tern.cli.command.process;

import org.jspecify.annotations.NullMarked;
