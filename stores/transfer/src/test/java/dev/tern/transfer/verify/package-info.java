/** Tests of finding and mending damage. */
@NullMarked
package dev.tern.transfer.verify;

import org.jspecify.annotations.NullMarked;
