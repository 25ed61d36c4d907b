package dev.tern.spring.boot;

import dev.tern.GraphRag;

/**
 * A bean that changes the builder of the auto-configured graph, such as its splitter, extractor or
 * parameters. Several are called in the order of {@code @Order}.
 */
@FunctionalInterface
public interface GraphRagCustomizer {
    /** Changes the configured builder. */
    void customize(GraphRag.Builder builder);
}
