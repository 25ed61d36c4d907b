/** Tests of names, ids and the records of a graph. */
@NullMarked
package dev.tern.graph;

import org.jspecify.annotations.NullMarked;
