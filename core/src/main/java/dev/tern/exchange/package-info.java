/**
 * A graph as a file: {@link dev.tern.exchange.GraphExport} writes one, {@link dev.tern.exchange.GraphImport} reads it, and
 * {@link dev.tern.exchange.GraphBackup} does both with everything that a graph holds.
 */
@NullMarked
package dev.tern.exchange;

import org.jspecify.annotations.NullMarked;
