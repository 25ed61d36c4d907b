package dev.tern.spring.boot;

import dev.tern.GraphRag;
import dev.tern.store.GraphDescription;
import java.util.Optional;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Up if the store can be read. No model is called: that would cost money every few seconds. */
final class TernHealthIndicator extends AbstractHealthIndicator {
    private final GraphRag rag;

    TernHealthIndicator(GraphRag rag) {
        super("the graph cannot be read");
        this.rag = rag;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Optional<GraphDescription> description = rag.description();
        builder.up();
        if (description.isEmpty()) {
            builder.withDetail("graph", "empty");
            return;
        }
        builder.withDetail("passages", rag.statistics().passages())
                .withDetail("embeddingModel", description.get().embeddingModel());
    }
}
