/** What a server serves: the graphs of its store, and the intake of documents into them. */
@NullMarked
package dev.tern.server.graphs;

import org.jspecify.annotations.NullMarked;
