/** Tests of the baselines. */
@NullMarked
package dev.tern.eval.baseline;

import org.jspecify.annotations.NullMarked;
