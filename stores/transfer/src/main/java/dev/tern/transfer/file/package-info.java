/** Writes, reads and validates graphs as JSON lines, and writes GraphML for other programs. */
@NullMarked
package dev.tern.transfer.file;

import org.jspecify.annotations.NullMarked;
