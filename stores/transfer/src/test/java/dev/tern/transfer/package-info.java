/** Tests of copies and files. */
@NullMarked
package dev.tern.transfer;

import org.jspecify.annotations.NullMarked;
