/** Makes an answer from passages, by a chat model or by quotes. */
@NullMarked
package dev.tern.query.answer;

import org.jspecify.annotations.NullMarked;
