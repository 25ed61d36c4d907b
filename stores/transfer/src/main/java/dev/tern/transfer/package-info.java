/**
 * Moves graphs: {@link dev.tern.transfer.GraphCopy} copies one into another store,
 * {@link dev.tern.transfer.GraphExport} writes one to a file, and
 * {@link dev.tern.transfer.GraphImport} reads it.
 */
@NullMarked
package dev.tern.transfer;

import org.jspecify.annotations.NullMarked;
