/** Finds out whether a graph is whole, and mends it: the door is {@link dev.tern.verify.Verification}. */
@NullMarked
package dev.tern.verify;

import org.jspecify.annotations.NullMarked;
