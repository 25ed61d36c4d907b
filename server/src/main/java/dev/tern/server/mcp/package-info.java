/**
 * The tools for agents by the Model Context Protocol, over HTTP behind the server's guards, and
 * over standard streams. The protocol is the Java SDK's; transports and tools are Tern's.
 */
@NullMarked
package dev.tern.server.mcp;

import org.jspecify.annotations.NullMarked;
