/** Tests of the server alone; what needs the wiring of {@code tern serve} is in tests/server. */
@NullMarked
package dev.tern.server;

import org.jspecify.annotations.NullMarked;
