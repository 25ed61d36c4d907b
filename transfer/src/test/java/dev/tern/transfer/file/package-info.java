/** Tests of finding and mending damage. */
@NullMarked
package dev.tern.transfer.file;

import org.jspecify.annotations.NullMarked;
