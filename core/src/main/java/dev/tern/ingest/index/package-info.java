/** Embeds what is new and makes the batch that the store writes. */
@NullMarked
package dev.tern.ingest.index;

import org.jspecify.annotations.NullMarked;
