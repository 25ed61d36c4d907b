/** The arithmetic of the evaluation: what a ranking and an answer are worth, and how sure a mean is. */
@NullMarked
package dev.tern.eval.measure;

import org.jspecify.annotations.NullMarked;
