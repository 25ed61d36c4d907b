/** The command line: {@link dev.tern.cli.CommandLineRun} runs one command, every command has a file. */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
