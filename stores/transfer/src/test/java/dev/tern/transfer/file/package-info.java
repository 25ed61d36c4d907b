/** Tests of parsing files of graphs. */
@NullMarked
package dev.tern.transfer.file;

import org.jspecify.annotations.NullMarked;
