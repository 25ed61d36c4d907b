package dev.tern.quarkus;

import dev.tern.GraphRag;

/** A bean that customises the application's graph: its splitter, extractor or parameters. */
@FunctionalInterface
public interface GraphCustomizer {
    /** Changes the configured builder. */
    void customize(GraphRag.Builder builder);
}
