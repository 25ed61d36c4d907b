/** Tests of the evaluation, on sets small enough to work out by hand. */
@NullMarked
package dev.tern.eval;

import org.jspecify.annotations.NullMarked;
