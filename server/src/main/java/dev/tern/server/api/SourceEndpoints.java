package dev.tern.server.api;

import dev.tern.note.SyncedSource;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.Takes;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.SourceJson;
import dev.tern.server.settings.Role;
import java.util.List;

/** The folders and sites that a graph is kept in step with, and what came of the last run of each. Thread-safe. */
public final class SourceEndpoints {
    private final Graphs graphs;

    /** The sources of some graphs. */
    public SourceEndpoints(Graphs graphs) {
        this.graphs = graphs;
    }

    /** The endpoints with their paths and roles: the table names paths of the machines that fill the graph. */
    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.change("GET", "/api/v1/graphs/{graph}/sources", Role.WRITE, Takes.NOTHING, this::list));
    }

    /**
     * The sources as callers see them.
     *
     * @param sources by name
     */
    record SourcesBody(List<SourceJson> sources) {}

    private void list(Exchange exchange) {
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            exchange.send(
                    200,
                    new SourcesBody(SyncedSource.in(graph.store().notes()).stream()
                            .map(SourceJson::of)
                            .toList()));
        }
    }
}
