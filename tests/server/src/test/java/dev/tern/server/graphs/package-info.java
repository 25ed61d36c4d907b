/** Tests of how graphs are opened and filled. */
@NullMarked
package dev.tern.server.graphs;

import org.jspecify.annotations.NullMarked;
