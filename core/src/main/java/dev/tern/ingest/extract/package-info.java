/** Extracts the statements of passages. */
@NullMarked
package dev.tern.ingest.extract;

import org.jspecify.annotations.NullMarked;
