package dev.tern.server.api;

import dev.tern.error.TernException;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.Takes;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.Role;
import dev.tern.store.Quarantine;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which sources of a graph are in no answer. Thread-safe. */
public final class Quarantines {
    private static final Logger LOG = LoggerFactory.getLogger(Quarantines.class);

    private final Graphs graphs;

    /** The quarantines of some graphs. */
    public Quarantines(Graphs graphs) {
        this.graphs = graphs;
    }

    /** The endpoints with their paths and roles. */
    public List<HttpEndpoint> endpoints() {
        String path = "/api/v1/graphs/{graph}/quarantine";
        return List.of(
                HttpEndpoint.change("GET", path, Role.WRITE, Takes.NOTHING, this::list),
                HttpEndpoint.change("PUT", path, Role.WRITE, Takes.JSON, this::replace));
    }

    /**
     * A quarantine as callers send it.
     *
     * @param sources addresses, paths or ids of documents; with {@code *} at the end all that begin so
     */
    record QuarantineBody(List<String> sources) {
        private Quarantine quarantine() {
            try {
                return Quarantine.ofTexts(sources);
            } catch (TernException e) {
                throw Problem.badRequest("\"sources\": " + e.getMessage());
            }
        }
    }

    private void list(Exchange exchange) {
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            send(exchange, graph);
        }
    }

    private void replace(Exchange exchange) throws IOException {
        Quarantine wanted = exchange.json(QuarantineBody.class).quarantine();
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            graph.store().quarantine(present -> {
                LOG.info(
                        "request {} by {}: quarantine of the graph {} from {} to {}",
                        exchange.id(),
                        exchange.caller().name(),
                        graph.name(),
                        present.texts(),
                        wanted.texts());
                return wanted;
            });
            send(exchange, graph);
        }
    }

    private static void send(Exchange exchange, ServedGraph graph) {
        exchange.send(200, new QuarantineBody(graph.store().quarantine().texts()));
    }
}
