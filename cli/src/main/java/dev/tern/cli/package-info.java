/**
 * The command line: {@link dev.tern.cli.CommandLineRun} runs one command; every command has a file.
 *
 * <p>Commands are grouped by a user's task: {@code ask}, {@code add}, {@code graphs},
 * {@code edits}, {@code serve} and {@code setup}, which do not depend on each other; {@code setup}
 * tests models by {@code models}. They use {@code command} (shared by all commands) and, below it,
 * {@code command.output} and {@code command.process}, as plug-ins do.
 * {@link dev.tern.app.AppSettings} makes stores, models and graphs from the configuration.
 */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
