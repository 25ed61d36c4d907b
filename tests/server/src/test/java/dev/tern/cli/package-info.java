/** Tests of commands that need more than the command line: clients of agents, linters of what is deployed. */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
