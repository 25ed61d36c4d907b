/** The graphs of a server's store, and the intake of documents into them. */
@NullMarked
package dev.tern.server.graphs;

import org.jspecify.annotations.NullMarked;
