/**
 * Chat and embedding models of providers such as OpenAI, Anthropic and Gemini, of servers with
 * OpenAI's protocol and of Ollama, and embedding models in process.
 *
 * <p>{@link dev.tern.models.Models} is the entry point. Retries, limits and validation of responses
 * are here, so that a model either answers or throws an exception with a sentence for the user.
 */
@NullMarked
package dev.tern.models;

import org.jspecify.annotations.NullMarked;
