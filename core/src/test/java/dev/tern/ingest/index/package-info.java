/** Tests of how batches are made. */
@NullMarked
package dev.tern.ingest.index;

import org.jspecify.annotations.NullMarked;
