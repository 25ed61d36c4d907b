package dev.tern.documents.sync.command;

import dev.tern.documents.sync.SyncedSource;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.BodyKind;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.Job;
import dev.tern.server.settings.Role;
import java.io.IOException;
import java.util.List;

/** The endpoints that list a graph's sources and synchronise the graph with one. Thread-safe. */
final class SourceEndpoints {
    private final Graphs graphs;
    private final SourceRuns runs;
    private final Quotas quotas;

    SourceEndpoints(Graphs graphs, SourceRuns runs, Quotas quotas) {
        this.graphs = graphs;
        this.runs = runs;
        this.quotas = quotas;
    }

    /** Returns the endpoints, which require the role write, as sources contain paths. */
    List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.change("GET", "/api/v1/graphs/{graph}/sources", Role.WRITE, BodyKind.NOTHING, this::list),
                HttpEndpoint.change(
                        "POST", "/api/v1/graphs/{graph}/sources/sync", Role.WRITE, BodyKind.JSON, this::sync));
    }

    /**
     * The JSON form of the sources.
     *
     * @param runs true if this server synchronises graphs with their sources
     * @param sources the sources, by name
     */
    record SourcesBody(boolean runs, List<SourceJson> sources) {}

    /** The name of a source to synchronise. */
    record SyncBody(String source) {}

    private void list(Exchange exchange) {
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            exchange.send(
                    200,
                    new SourcesBody(
                            runs.areMade(),
                            SyncedSource.in(graph.store().latest().notes()).stream()
                                    .map(SourceJson::of)
                                    .toList()));
        }
    }

    private void sync(Exchange exchange) throws IOException {
        String name = exchange.json(SyncBody.class).source();
        SyncedSource source;
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            source = SyncedSource.in(graph.store().latest().notes()).stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> Problem.notFound("the graph has no source \"" + name + "\""));
        }
        if (!runs.areMade()) {
            throw Problem.conflict("this server synchronises no sources (server.syncMinutes is 0)");
        }
        quotas.requireTokens(exchange.caller());
        Job job = runs.begin(exchange.path("graph"), source, exchange.caller().name());
        exchange.header("Location", "/api/v1/graphs/" + job.graph() + "/jobs/" + job.id());
        exchange.send(202, job);
    }
}
