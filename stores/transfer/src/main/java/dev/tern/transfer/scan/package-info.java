/** Reads whole graphs: in pages of passages, or in batches with all vectors. */
@NullMarked
package dev.tern.transfer.scan;

import org.jspecify.annotations.NullMarked;
