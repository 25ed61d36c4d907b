/** Tests of the arithmetic, against literal definitions. */
@NullMarked
package dev.tern.eval.measure;

import org.jspecify.annotations.NullMarked;
