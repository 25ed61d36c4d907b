package dev.tern.spring.boot;

import dev.tern.GraphRag;
import dev.tern.graph.Filter;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The graph and its documents, for those who run the application: {@code GET /actuator/tern} says what is there, {@code POST} reads the
 * documents again.
 */
@Endpoint(id = "tern")
public final class TernEndpoint {
    private final GraphRag rag;
    private final @Nullable TernDocuments documents;

    TernEndpoint(GraphRag rag, @Nullable TernDocuments documents) {
        this.rag = rag;
        this.documents = documents;
    }

    /**
     * What the application has.
     *
     * @param embeddingModel what made the graph's vectors; null while nothing is in it
     * @param documents in the order in which they are read
     */
    public record Summary(
            long passages,
            long entities,
            long relations,
            @Nullable String embeddingModel,
            List<TernDocuments.Place> documents) {}

    /**
     * Whether a run began.
     *
     * @param started false if there are no documents, or they are being read already
     */
    public record Begun(boolean started) {}

    /** What is there now. */
    @ReadOperation
    public Summary summary() {
        GraphStatistics statistics = rag.statistics();
        return new Summary(
                statistics.passages(),
                statistics.entities(),
                statistics.relations(),
                rag.read(Filter.everything(), GraphView::description)
                        .map(GraphDescription::embeddingModel)
                        .orElse(null),
                documents == null ? List.of() : documents.places());
    }

    /** Reads the documents again, in the background. */
    @WriteOperation
    public Begun readDocuments() {
        return new Begun(documents != null && documents.read());
    }
}
