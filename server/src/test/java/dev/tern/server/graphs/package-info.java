/** Tests of the documents that are sent to a graph. */
@NullMarked
package dev.tern.server.graphs;

import org.jspecify.annotations.NullMarked;
