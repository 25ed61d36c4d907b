/**
 * What agents use: tools by the Model Context Protocol, over HTTP behind the guards of the server, and over standard streams.
 * The protocol is the Java SDK's; how a message comes in and which tools there are is ours.
 */
@NullMarked
package dev.tern.server.mcp;

import org.jspecify.annotations.NullMarked;
