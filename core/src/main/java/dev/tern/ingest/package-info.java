/** From documents to a graph: {@link dev.tern.ingest.Ingestion} holds the steps in order, each step has a package. */
@NullMarked
package dev.tern.ingest;

import org.jspecify.annotations.NullMarked;
