package dev.tern.cli;

import dev.tern.error.Redaction;

/**
 * What every command is given.
 *
 * @param surroundings what it runs in
 * @param backend makes stores and models
 * @param redaction takes secrets out of what is said on stderr; whoever reads one adds it
 */
record Context(Surroundings surroundings, Backend backend, Redaction redaction) {}
