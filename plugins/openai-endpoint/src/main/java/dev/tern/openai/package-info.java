/**
 * Graphs as models of OpenAI's API: {@code /v1/models} lists them, {@code /v1/chat/completions}
 * queries one. As usual in that API, each request holds the whole conversation: the last user
 * message is the question, the earlier ones are its context.
 */
@NullMarked
package dev.tern.openai;

import org.jspecify.annotations.NullMarked;
