/** Embeds new texts and makes the batches that the store writes. */
@NullMarked
package dev.tern.ingest.index;

import org.jspecify.annotations.NullMarked;
