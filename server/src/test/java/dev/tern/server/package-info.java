/** Tests of the server alone; tests/server has the ones that need {@code tern serve}. */
@NullMarked
package dev.tern.server;

import org.jspecify.annotations.NullMarked;
