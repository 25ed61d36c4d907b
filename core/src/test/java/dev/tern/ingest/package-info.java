/** Tests of ingestion, by step and end to end. */
@NullMarked
package dev.tern.ingest;

import org.jspecify.annotations.NullMarked;
