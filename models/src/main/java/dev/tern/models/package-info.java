/**
 * Chat and embedding models from configuration: OpenAI-compatible servers, Ollama, and one model in process.
 *
 * <p>{@link dev.tern.models.Models} is the way in. Retries, limits and the checks of what a server sends back live here,
 * so that the rest of Tern sees a model that either answers well or fails with a plain sentence.
 */
@NullMarked
package dev.tern.models;

import org.jspecify.annotations.NullMarked;
