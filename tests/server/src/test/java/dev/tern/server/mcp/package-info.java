/** Tests of what answers messages of agents, beneath any transport. */
@NullMarked
package dev.tern.server.mcp;

import org.jspecify.annotations.NullMarked;
