/** The arithmetic of the evaluation: measures of rankings and answers, and intervals of means. */
@NullMarked
package dev.tern.eval.measure;

import org.jspecify.annotations.NullMarked;
