package dev.tern.spring.boot;

import dev.tern.GraphRag;
import dev.tern.graph.MetadataFilter;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports up if the store can be read. Unreadable documents make the state unknown, as the graph
 * can answer without them; if they are required, they make it down. No model is called, since that
 * would cost money every few seconds.
 */
final class TernHealthIndicator extends AbstractHealthIndicator {
    private final GraphRag rag;
    private final @Nullable TernDocuments documents;
    private final boolean required;

    TernHealthIndicator(GraphRag rag, @Nullable TernDocuments documents, boolean required) {
        super("the graph cannot be read");
        this.rag = rag;
        this.documents = documents;
        this.required = required;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Optional<GraphDescription> description = rag.read(MetadataFilter.everything(), GraphView::description);
        builder.up();
        documents(builder, documents == null ? List.of() : documents.places());
        if (description.isEmpty()) {
            builder.withDetail("graph", "empty");
            return;
        }
        builder.withDetail("passages", rag.statistics().passages())
                .withDetail("embeddingModel", description.get().embeddingModel());
    }

    private void documents(Health.Builder builder, List<TernDocuments.Place> places) {
        if (places.isEmpty()) {
            return;
        }
        Map<String, String> states = new LinkedHashMap<>();
        for (TernDocuments.Place place : places) {
            String error = place.lastError();
            if (error != null) {
                builder.status(required ? "DOWN" : "UNKNOWN");
            }
            states.put(place.place(), error == null ? place.state() : error);
        }
        builder.withDetail("documents", states);
    }
}
