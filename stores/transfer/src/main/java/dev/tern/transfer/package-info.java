/**
 * Graphs on the move: {@link dev.tern.transfer.GraphCopy} copies one into another store,
 * {@link dev.tern.transfer.GraphExport} writes one as a file, {@link dev.tern.transfer.GraphImport} reads it, and
 * {@link dev.tern.transfer.GraphBackup} does both with everything that a graph holds.
 */
@NullMarked
package dev.tern.transfer;

import org.jspecify.annotations.NullMarked;
