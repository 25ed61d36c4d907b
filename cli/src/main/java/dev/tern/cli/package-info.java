/**
 * The command line: {@link dev.tern.cli.CommandLineRun} runs one command.
 *
 * <p>Commands are grouped by task in {@code ask}, {@code add}, {@code graphs}, {@code edits},
 * {@code serve} and {@code setup}, which do not depend on each other; {@code setup} tests models
 * with {@code models}. All use {@code command} and its subpackages, as plug-ins do. {@link
 * dev.tern.app.Backend} makes stores and models, and {@link dev.tern.app.AppSettings} graphs.
 */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
