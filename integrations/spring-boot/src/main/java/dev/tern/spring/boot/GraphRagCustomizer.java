package dev.tern.spring.boot;

import dev.tern.GraphRag;

/**
 * A bean that customises the application's graph: its splitter, extractor or parameters. Beans are
 * applied in their order.
 */
@FunctionalInterface
public interface GraphRagCustomizer {
    /** Changes the configured builder. */
    void customize(GraphRag.Builder builder);
}
