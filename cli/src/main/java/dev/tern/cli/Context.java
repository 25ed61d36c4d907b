package dev.tern.cli;

/**
 * What every command is given.
 *
 * @param surroundings what it runs in
 * @param backend makes stores and models
 */
record Context(Surroundings surroundings, Backend backend) {}
