package dev.tern.quarkus;

import dev.tern.GraphRag;

/** A bean that changes how the application's graph is made, before it is: its splitter, its extractor, its parameters. */
@FunctionalInterface
public interface GraphCustomizer {
    /** Changes what the configuration has set. */
    void customize(GraphRag.Builder builder);
}
