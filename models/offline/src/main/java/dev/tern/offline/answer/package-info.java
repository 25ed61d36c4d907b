/** Answers questions with quotes, chosen by rules of languages, and recognises follow-up questions. */
@NullMarked
package dev.tern.offline.answer;

import org.jspecify.annotations.NullMarked;
