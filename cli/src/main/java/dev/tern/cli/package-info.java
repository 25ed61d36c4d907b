/**
 * The command line: {@link dev.tern.cli.CommandLineRun} runs one command, every command has a file.
 *
 * <p>Commands lie in folders by what a user does: {@code ask}, {@code add}, {@code graphs}, {@code aliases}, {@code edits}, {@code
 * models}, {@code serve}, {@code setup} and {@code evaluate}, which do not know each other, but for {@code setup}, which knows {@code
 * models}. They stand on {@code command} (what all commands share) and, behind it, {@code command.output} and
 * {@code command.process}, which plug-ins stand on too. Stores, models and graphs are made of the configuration by
 * {@link dev.tern.app.AppSettings}.
 */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
