/** Tests of question sets. */
@NullMarked
package dev.tern.eval.questions;

import org.jspecify.annotations.NullMarked;
