package dev.tern.cli.command;

import dev.tern.app.Backend;
import dev.tern.cli.command.process.Environment;
import dev.tern.text.Redaction;

/**
 * The environment, backend and redaction that all commands of a process share.
 *
 * @param environment the streams, variables and terminal
 * @param backend creates stores and models
 * @param redaction removes secrets from text on stderr; code that reads a secret adds it here
 */
public record CommandContext(Environment environment, Backend backend, Redaction redaction) {}
