/** Commands in this process, stubs and benchmarks, also for tests/cli and tests/server. */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
