package dev.tern.spring.boot;

import dev.tern.GraphRag;
import dev.tern.graph.MetadataFilter;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The graph and its documents for operators: {@code GET /actuator/tern} returns their state,
 * {@code POST} reads the documents again.
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
     * The state of the graph and its documents.
     *
     * @param embeddingModel the model of the graph's vectors; null while the graph is empty
     * @param documents the folders and sites, in the order in which they are read
     */
    public record Summary(
            long passages,
            long entities,
            long relations,
            @Nullable String embeddingModel,
            List<TernDocuments.Place> documents) {}

    /**
     * The result of a request to read.
     *
     * @param started false if the documents are being read already, the application is ending, or
     *     it has no {@link TernDocuments}
     */
    public record ReadResult(boolean started) {}

    /** Returns the present state. */
    @ReadOperation
    public Summary summary() {
        GraphStatistics statistics = rag.statistics();
        return new Summary(
                statistics.passages(),
                statistics.entities(),
                statistics.relations(),
                rag.read(MetadataFilter.everything(), GraphView::description)
                        .map(GraphDescription::embeddingModel)
                        .orElse(null),
                documents == null ? List.of() : documents.places());
    }

    /** Starts reading the documents again, in the background. */
    @WriteOperation
    public ReadResult readDocuments() {
        return new ReadResult(documents != null && documents.read());
    }
}
