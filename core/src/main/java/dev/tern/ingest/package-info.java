/** Ingestion: {@link dev.tern.ingest.Ingestion} runs the steps, each of which has a package. */
@NullMarked
package dev.tern.ingest;

import org.jspecify.annotations.NullMarked;
