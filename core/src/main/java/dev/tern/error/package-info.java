/**
 * Failures: {@link dev.tern.error.TernException} names the reason and the party at fault.
 *
 * <p>An invalid value that people may have typed, such as a question, an edit, a parameter, the
 * text of a filter, {@code StoreOptions} or the settings of a model or splitter, is a {@code
 * TernException} with {@code Fault.USER}. An invalid value that only a program makes, such as a
 * document, a statement or a {@code MetadataFilter}, is an {@link IllegalArgumentException}, and a
 * call at the wrong time an {@link IllegalStateException}.
 */
@NullMarked
package dev.tern.error;

import org.jspecify.annotations.NullMarked;
