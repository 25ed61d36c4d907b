package dev.tern.spring.boot;

import dev.tern.GraphRag;
import dev.tern.graph.Filter;
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
 * Up if the store can be read. A place of documents that could not be read makes that unknown, for the graph answers from what it has;
 * it is down where the documents are required. No model is called: that would cost money every few seconds.
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
        Optional<GraphDescription> description = rag.read(Filter.everything(), GraphView::description);
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
