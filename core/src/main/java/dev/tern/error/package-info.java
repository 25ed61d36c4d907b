/**
 * Failures: {@link dev.tern.error.TernException} names the reason and the party at fault.
 *
 * <p>An invalid value that people type, such as a question, an edit, a parameter or the settings of
 * a model, is a {@code TernException} with {@code Fault.USER}. An invalid value that a program
 * makes, such as a document, a statement or the options of a store, is an {@link
 * IllegalArgumentException}, and a call at the wrong time an {@link IllegalStateException}.
 */
@NullMarked
package dev.tern.error;

import org.jspecify.annotations.NullMarked;
