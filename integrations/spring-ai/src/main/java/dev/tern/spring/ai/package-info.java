/**
 * Tern for Spring AI: {@link dev.tern.spring.ai.GraphDocumentRetriever} and
 * {@link dev.tern.spring.ai.GraphDocumentPostProcessor} for its retrieval augmentation,
 * {@link dev.tern.spring.ai.GraphVectorStore} for its vector stores,
 * {@link dev.tern.spring.ai.SpringModels} for its models under a graph,
 * {@link dev.tern.spring.ai.GraphObservations} for Micrometer.
 */
@NullMarked
package dev.tern.spring.ai;

import org.jspecify.annotations.NullMarked;
