/** Checksums of graphs, independent of the store and of the order of rows. */
@NullMarked
package dev.tern.transfer.checksum;

import org.jspecify.annotations.NullMarked;
