package dev.tern.server.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.graph.MetadataFilter;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.Jobs;
import dev.tern.server.settings.Role;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import dev.tern.transfer.ExportFormat;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Lists graphs and their counts, exports and removes graphs. Thread-safe. */
public final class GraphEndpoints {
    private final Graphs graphs;
    private final Jobs jobs;
    private final BoundedWork counting;
    private final BoundedWork exports;

    public GraphEndpoints(Graphs graphs, Jobs jobs, BoundedWork counting, BoundedWork exports) {
        this.graphs = graphs;
        this.jobs = jobs;
        this.counting = counting;
        this.exports = exports;
    }

    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.get("/api/v1/graphs", this::list),
                HttpEndpoint.get("/api/v1/graphs/{graph}", this::sendGraph)
                        .withinScope()
                        .withParameters("filter"),
                HttpEndpoint.change(
                        "DELETE", "/api/v1/graphs/{graph}", Role.ADMIN, HttpEndpoint.BodyKind.NOTHING, this::drop),
                // An export includes hidden passages and all notes: editors' names, places of
                // sources.
                HttpEndpoint.change(
                                "GET",
                                "/api/v1/graphs/{graph}/export",
                                Role.WRITE,
                                HttpEndpoint.BodyKind.NOTHING,
                                this::export)
                        .withParameters("format"));
    }

    /**
     * The names of the graphs.
     *
     * @param graphs their names, in alphabetical order
     * @param damaged the names of damaged graphs, which cannot be opened
     */
    record GraphNamesJson(List<String> graphs, List<String> damaged) {}

    /**
     * A graph with the counts of its visible rows.
     *
     * @param embeddingModel the model that made the vectors
     * @param dimension the length of the vectors
     */
    record GraphJson(
            String name,
            String embeddingModel,
            int dimension,
            @JsonUnwrapped GraphStatistics counts) {}

    private void list(Exchange exchange) {
        exchange.send(
                200,
                new GraphNamesJson(visibleNames(exchange, graphs.names()), visibleNames(exchange, graphs.damaged())));
    }

    private static List<String> visibleNames(Exchange exchange, List<String> names) {
        return names.stream().filter(exchange.caller()::sees).toList();
    }

    private void sendGraph(Exchange exchange) {
        MetadataFilter wanted = LookupEndpoints.visible(exchange);
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            GraphDescription made =
                    graph.store().latest().description().orElseThrow(() -> Problem.notFound("the graph is empty now"));
            GraphStatistics counts = counting.run(exchange.caller(), () -> {
                try (GraphView visible = graph.store().latest().visible(wanted)) {
                    return visible.statistics();
                }
            });
            exchange.send(200, new GraphJson(graph.name(), made.embeddingModel(), made.dimension(), counts));
        }
    }

    private void drop(Exchange exchange) {
        String name = exchange.path("graph");
        if (!jobs.drop(name, () -> graphs.drop(name))) {
            throw Problem.notFound("there is no such graph");
        }
        exchange.sendNoContent();
    }

    private void export(Exchange exchange) throws IOException {
        String wanted = exchange.query("format").orElse("jsonl");
        boolean vectors = wanted.equals("jsonl-vectors");
        ExportFormat format = vectors ? ExportFormat.JSONL : format(wanted);
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            exports.run(exchange.caller(), () -> {
                export(exchange, graph, new ExportSettings(format, vectors));
                return graph;
            });
        }
    }

    /** Writes an export, and closes it only if complete: clients must notice truncation. */
    @SuppressWarnings("resource")
    private static void export(Exchange exchange, ServedGraph graph, ExportSettings settings) throws IOException {
        ExportFormat format = settings.format();
        String mediaType = switch (format) {
            case JSONL -> "application/x-ndjson";
            case GRAPHML -> "application/xml";
        };
        OutputStream out = exchange.download(mediaType, graph.name() + "." + format.fileExtension());
        GraphExport.write(graph.store(), settings, out, (step, done, total) -> {});
        out.close();
    }

    private static ExportFormat format(String name) {
        for (ExportFormat format : ExportFormat.values()) {
            if (format.fileExtension().equals(name)) {
                return format;
            }
        }
        throw Problem.badRequest("format must be jsonl, jsonl-vectors or graphml");
    }
}
