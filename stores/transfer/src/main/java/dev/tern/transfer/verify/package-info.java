/** Finds out whether a graph is whole, and mends it: the door is {@link dev.tern.transfer.verify.Verification}. */
@NullMarked
package dev.tern.transfer.verify;

import org.jspecify.annotations.NullMarked;
