/**
 * Chat, embedding and reranking models from configuration: those of providers such as OpenAI, Anthropic and Gemini, of servers that
 * speak OpenAI's protocol, of Ollama, and embedding models in process.
 *
 * <p>{@link dev.tern.models.Models} is the way in. Retries, limits and the checks of what a server sends back live here,
 * so that the rest of Tern sees a model that either answers well or fails with a plain sentence.
 */
@NullMarked
package dev.tern.models;

import org.jspecify.annotations.NullMarked;
