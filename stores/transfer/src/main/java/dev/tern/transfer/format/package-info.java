/** Files of a graph for other programs: tables, GraphML and Cypher. */
@NullMarked
package dev.tern.transfer.format;

import org.jspecify.annotations.NullMarked;
