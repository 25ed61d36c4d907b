/** What a server serves, as whoever starts it provides it: graphs, and the way for documents into them. */
@NullMarked
package dev.tern.server.graphs;

import org.jspecify.annotations.NullMarked;
