/** Commands in this process, stubs of models and stores, and benchmarks: the tests in tests/cli and tests/server use them. */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
