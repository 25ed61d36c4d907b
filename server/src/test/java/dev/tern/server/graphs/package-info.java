/** Tests of uploaded documents. */
@NullMarked
package dev.tern.server.graphs;

import org.jspecify.annotations.NullMarked;
