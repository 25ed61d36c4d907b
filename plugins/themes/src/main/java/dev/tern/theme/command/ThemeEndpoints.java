package dev.tern.theme.command;

import dev.tern.graph.MetadataFilter;
import dev.tern.server.api.DocumentEndpoints;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.BodyKind;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.Role;
import dev.tern.store.GraphView;
import dev.tern.theme.Themes;
import dev.tern.theme.VisibleThemes;
import dev.tern.theme.VisibleThemes.VisibleTheme;
import dev.tern.theme.leiden.ThemeFinder;
import dev.tern.theme.leiden.ThemesListener;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The endpoints that list the themes of graphs and search for them. Thread-safe. */
public final class ThemeEndpoints implements EndpointProvider {
    @Override
    public List<HttpEndpoint> endpoints(Parts server) {
        String path = "/api/v1/graphs/{graph}/themes";
        return List.of(
                HttpEndpoint.get(path, exchange -> list(server, exchange))
                        .withinScope()
                        .withParameters("filter"),
                HttpEndpoint.change("POST", path, Role.WRITE, BodyKind.JSON, exchange -> find(server, exchange))
                        .withParameters("update"));
    }

    private static void list(Parts server, Exchange exchange) {
        MetadataFilter visible = LookupEndpoints.visible(exchange);
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            exchange.send(200, server.asking().scans().run(exchange.caller(), () -> json(graph, visible)));
        }
    }

    private static ThemesJson json(ServedGraph graph, MetadataFilter visible) {
        try (GraphView view = graph.store().shown(visible)) {
            Optional<Themes> themes = Themes.of(view.notes());
            List<VisibleTheme> seen =
                    VisibleThemes.in(view, themes.map(Themes::all).orElse(List.of()));
            return ThemesJson.of(themes, seen, visible.isEverything() ? view.statistics() : null);
        }
    }

    /** Searches under a permit for profiles, as a search reads the whole graph, too. */
    private static void find(Parts server, Exchange exchange) throws IOException {
        exchange.json(DocumentEndpoints.EmptyBody.class);
        boolean update = exchange.flag("update");
        String by = exchange.caller().name().isBlank()
                ? "server"
                : exchange.caller().name();
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            exchange.send(200, server.profiles().run(exchange.caller(), () -> {
                ThemeFinder finder = new ThemeFinder(graph.store());
                if (update) {
                    finder.update(by, ThemeFinder.DEFAULT_SEED, ThemesListener.NONE);
                } else {
                    finder.find(by, ThemeFinder.DEFAULT_SEED, ThemesListener.NONE);
                }
                return json(graph, MetadataFilter.everything());
            }));
        }
    }
}
