/** Splits documents into passages. */
@NullMarked
package dev.tern.ingest.split;

import org.jspecify.annotations.NullMarked;
