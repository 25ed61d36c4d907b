/** Tests of ingestion, step by step and whole. */
@NullMarked
package dev.tern.ingest;

import org.jspecify.annotations.NullMarked;
