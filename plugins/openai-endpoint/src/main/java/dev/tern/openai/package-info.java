/**
 * Graphs as models of OpenAI's API: {@code /v1/models} lists them, {@code /v1/chat/completions} and
 * {@code /v1/responses} query a graph, {@code /v1/embeddings} returns vectors of its embedding
 * model. Each request holds the whole conversation: the last user message is the question, the
 * earlier ones are its context.
 */
@NullMarked
package dev.tern.openai;

import org.jspecify.annotations.NullMarked;
