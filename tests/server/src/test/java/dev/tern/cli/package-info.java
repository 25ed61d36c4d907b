/** Tests of commands that need more than the command line: clients of agents, linters of deployment files. */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
