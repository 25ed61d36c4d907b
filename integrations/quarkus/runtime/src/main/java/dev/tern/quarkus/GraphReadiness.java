package dev.tern.quarkus;

import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.documents.sync.SyncProgress;
import dev.tern.error.TernException;
import jakarta.inject.Singleton;
import java.util.Locale;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Reports up if the store can be read. Unreadable documents are reported too, but the state is down
 * for them only if they are required, as the graph can answer without them. No model is called.
 */
@Readiness
@Singleton
public class GraphReadiness implements HealthCheck {
    private final GraphRag rag;
    private final BackgroundSync documents;
    private final TernConfig config;

    GraphReadiness(GraphRag rag, BackgroundSync documents, TernConfig config) {
        this.rag = rag;
        this.documents = documents;
        this.config = config;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("tern");
        SyncProgress progress = documents.progress();
        for (SyncProgress.PlaceProgress place : progress.places()) {
            response.withData(
                    "documents " + place.place(),
                    place.error().isEmpty() ? place.state().name().toLowerCase(Locale.ROOT) : place.error());
        }
        try {
            response.withData("passages", rag.statistics().passages());
        } catch (TernException e) {
            return response.withData("error", String.valueOf(e.getMessage()))
                    .down()
                    .build();
        }
        return response.status(!config.documents().required() || !progress.hasFailed())
                .build();
    }
}
