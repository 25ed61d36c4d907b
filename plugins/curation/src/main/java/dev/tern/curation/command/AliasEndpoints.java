package dev.tern.curation.command;

import dev.tern.curation.alias.AliasDoubt;
import dev.tern.curation.alias.AliasFinder;
import dev.tern.curation.alias.AliasSuggestions;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.BodyKind;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.Role;
import java.util.List;

/** Lists names of a graph that probably name one entity, and doubtful merges. Thread-safe. */
final class AliasEndpoints {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_SUGGESTIONS = 500;

    private final Graphs graphs;
    private final BoundedWork scans;
    private final BoundedWork searches;

    /**
     * Creates the endpoints of a server.
     *
     * @param searches the {@linkplain BoundedWork#profiles permits of profiles}, also for
     *     suggestions, which compare all names of a graph
     */
    AliasEndpoints(Graphs graphs, BoundedWork scans, BoundedWork searches) {
        this.graphs = graphs;
        this.scans = scans;
        this.searches = searches;
    }

    List<HttpEndpoint> endpoints() {
        String graph = "/api/v1/graphs/{graph}";
        return List.of(
                HttpEndpoint.change("GET", graph + "/alias-suggestions", Role.WRITE, BodyKind.NOTHING, this::suggest)
                        .withParameters("limit"),
                HttpEndpoint.change("GET", graph + "/alias-doubts", Role.WRITE, BodyKind.NOTHING, this::check));
    }

    private void suggest(Exchange exchange) {
        int limit = exchange.query("limit", DEFAULT_LIMIT, 1, MAX_SUGGESTIONS);
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            AliasSuggestions found =
                    searches.run(exchange.caller(), () -> new AliasFinder(graph.store()).suggest(limit));
            exchange.send(200, found);
        }
    }

    private void check(Exchange exchange) {
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            List<AliasDoubt> doubts = scans.run(exchange.caller(), () -> new AliasFinder(graph.store()).check());
            exchange.send(200, DoubtsJson.of(doubts));
        }
    }
}
