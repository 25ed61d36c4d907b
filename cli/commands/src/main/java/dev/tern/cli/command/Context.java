package dev.tern.cli.command;

import dev.tern.app.Backend;
import dev.tern.cli.command.process.Environment;
import dev.tern.error.Redaction;

/**
 * What every command is given.
 *
 * @param environment what it runs in
 * @param backend makes stores and models
 * @param redaction takes secrets out of what is printed on stderr; code that reads a secret adds it here
 */
public record Context(Environment environment, Backend backend, Redaction redaction) {}
