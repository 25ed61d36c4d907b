package dev.tern.spring.boot;

import dev.tern.GraphRag;

/**
 * A bean that changes how the application's graph is made, before it is: its splitter, its extractor, its parameters. Beans
 * are applied in their order.
 */
@FunctionalInterface
public interface GraphRagCustomizer {
    /** Changes what the properties have set. */
    void customize(GraphRag.Builder builder);
}
