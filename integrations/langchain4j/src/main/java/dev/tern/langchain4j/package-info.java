/**
 * Tern inside LangChain4j: {@link dev.tern.langchain4j.GraphContentRetriever} finds contents, {@link
 * dev.tern.langchain4j.GraphAugmentor} makes the whole augmentor around it, {@link dev.tern.langchain4j.GraphTools} lets an
 * agent ask, and {@link dev.tern.langchain4j.GraphIngestor} takes LangChain4j's documents in.
 */
@NullMarked
package dev.tern.langchain4j;

import org.jspecify.annotations.NullMarked;
