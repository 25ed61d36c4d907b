/** Ingestion: {@link dev.tern.ingest.Ingestion} runs the steps, each has a package. */
@NullMarked
package dev.tern.ingest;

import org.jspecify.annotations.NullMarked;
