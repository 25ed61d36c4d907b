package dev.tern.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.graph.Embedded;
import dev.tern.graph.Filter;
import dev.tern.graph.Relation;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.Takes;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.Role;
import dev.tern.store.GraphView;
import dev.tern.theme.SeenThemes;
import dev.tern.theme.SeenThemes.Seen;
import dev.tern.theme.Theme;
import dev.tern.theme.Themes;
import dev.tern.theme.leiden.ThemeFinder;
import dev.tern.theme.leiden.ThemesListener;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What graphs are about as a whole: to see it, and to have it looked for. Thread-safe. */
public final class ThemeEndpoints {
    private final Graphs graphs;
    private final BoundedWork scans;
    private final BoundedWork searches;

    /** The themes of some graphs; a search reads a whole graph, and as many run at a time as profiles do. */
    public ThemeEndpoints(Graphs graphs, BoundedWork scans, BoundedWork searches) {
        this.graphs = graphs;
        this.scans = scans;
        this.searches = searches;
    }

    /** The endpoints with their paths and roles. */
    public List<HttpEndpoint> endpoints() {
        String path = "/api/v1/graphs/{graph}/themes";
        return List.of(
                HttpEndpoint.get(path, this::list).withinScope(),
                HttpEndpoint.change("POST", path, Role.WRITE, Takes.JSON, this::find));
    }

    /**
     * The themes of a graph, as far as the caller may see them.
     *
     * @param found when they were found; left out if they were never looked for
     * @param added how many relations more the graph has now than it had then, less than 0 if it has fewer; left out
     *     where only a part of the graph may be seen
     * @param themes those of the first level, the largest first, each followed by its parts
     */
    record ThemesJson(@Nullable String found, @Nullable Long added, List<ThemeJson> themes) {}

    /**
     * A theme as far as the caller may see it.
     *
     * @param id its id
     * @param parent the theme that it is a part of; left out on the first level
     * @param names of its central entities, the most central first
     * @param entityIds the ids of these entities, in the same order
     * @param entities how many entities it has; left out where only a part of the graph may be seen
     * @param statements how many relations are between them; left out there too
     * @param relations those that tell most of it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ThemeJson(
            String id,
            @Nullable String parent,
            List<String> names,
            List<String> entityIds,
            @Nullable Integer entities,
            @Nullable Integer statements,
            List<Lookups.RelationJson> relations) {
        static ThemeJson of(Seen seen, boolean whole) {
            Theme theme = seen.theme();
            List<Relation> relations =
                    seen.relations().stream().map(Embedded::value).toList();
            return new ThemeJson(
                    theme.id(),
                    theme.parent().orElse(null),
                    theme.names(),
                    seen.entityIds(),
                    whole ? theme.entities() : null,
                    whole ? theme.statements() : null,
                    relations.stream().map(Lookups.RelationJson::of).toList());
        }
    }

    private void list(Exchange exchange) {
        Filter visible = Lookups.visible(exchange);
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            exchange.send(200, scans.run(exchange.caller(), () -> json(graph, visible)));
        }
    }

    private static ThemesJson json(ServedGraph graph, Filter visible) {
        try (GraphView view = graph.store().outsideQuarantine(visible)) {
            Optional<Themes> themes = Themes.of(view.notes());
            boolean whole = visible.isEverything();
            List<Seen> seen = SeenThemes.in(view, themes.map(Themes::all).orElse(List.of()));
            return new ThemesJson(
                    themes.map(one -> one.found().toString()).orElse(null),
                    whole && themes.isPresent()
                            ? view.statistics().relations() - themes.get().relations()
                            : null,
                    seen.stream().map(one -> ThemeJson.of(one, whole)).toList());
        }
    }

    private void find(Exchange exchange) throws IOException {
        exchange.json(Changes.EmptyBody.class);
        boolean update = exchange.flag("update");
        String by = exchange.caller().name().isBlank()
                ? "server"
                : exchange.caller().name();
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            exchange.send(200, searches.run(exchange.caller(), () -> {
                ThemeFinder finder = new ThemeFinder(graph.store());
                if (update) {
                    finder.update(by, ThemeFinder.USUAL_SEED, ThemesListener.NONE);
                } else {
                    finder.find(by, ThemeFinder.USUAL_SEED, ThemesListener.NONE);
                }
                return json(graph, Filter.everything());
            }));
        }
    }
}
