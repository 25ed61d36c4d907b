/** Reads whole graphs: in pages of passages, in batches with all vectors, or as a checksum. */
@NullMarked
package dev.tern.transfer.scan;

import org.jspecify.annotations.NullMarked;
