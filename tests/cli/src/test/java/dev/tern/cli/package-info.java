/**
 * Tests of the command line. Most run a command in this process; the tests tagged "slow" start it by its script,
 * interrupt it, kill it, or ask whole question sets.
 */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
