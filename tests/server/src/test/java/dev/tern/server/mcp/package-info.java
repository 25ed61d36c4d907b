/** Tests of the handlers of agents' messages, beneath any transport. */
@NullMarked
package dev.tern.server.mcp;

import org.jspecify.annotations.NullMarked;
