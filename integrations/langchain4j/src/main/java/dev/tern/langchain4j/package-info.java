/**
 * Tern for LangChain4j: {@link dev.tern.langchain4j.GraphContentRetriever} retrieves contents,
 * {@link dev.tern.langchain4j.GraphAugmentor} makes an augmentor with it,
 * {@link dev.tern.langchain4j.GraphTools} lets an agent ask,
 * {@link dev.tern.langchain4j.GraphIngestor} adds LangChain4j's documents, and
 * {@link dev.tern.langchain4j.GraphEmbeddingStore} takes the place of an embedding store.
 */
@NullMarked
package dev.tern.langchain4j;

import org.jspecify.annotations.NullMarked;
