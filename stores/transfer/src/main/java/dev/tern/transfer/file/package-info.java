/** The file of a graph as JSON lines, written, read and checked, and as GraphML for other programs. */
@NullMarked
package dev.tern.transfer.file;

import org.jspecify.annotations.NullMarked;
