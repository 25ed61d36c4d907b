/** The commands for graphs and their documents, from documents to reindex. */
@NullMarked
package dev.tern.cli.graphs;

import org.jspecify.annotations.NullMarked;
