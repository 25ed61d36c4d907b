package dev.tern.server.api;

import dev.tern.alias.AliasDoubt;
import dev.tern.alias.AliasSuggestions;
import dev.tern.alias.EntityAliases;
import dev.tern.alias.EntityAliases.Merged;
import dev.tern.error.TernException;
import dev.tern.note.Alias;
import dev.tern.note.Note;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.Takes;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.AliasJson;
import dev.tern.server.settings.Role;
import dev.tern.text.CodePoints;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which names of a graph are one thing. Thread-safe. */
public final class AliasEndpoints {
    private static final Logger LOG = LoggerFactory.getLogger(AliasEndpoints.class);
    private static final int USUAL = 50;
    private static final int MOST = 500;

    private final Graphs graphs;
    private final BoundedWork scans;
    private final BoundedWork searches;

    /**
     * The aliases of some graphs; a search for more compares all names of a graph, and as many run
     * at a time as profiles do.
     */
    public AliasEndpoints(Graphs graphs, BoundedWork scans, BoundedWork searches) {
        this.graphs = graphs;
        this.scans = scans;
        this.searches = searches;
    }

    /** The endpoints with their paths and roles. */
    public List<HttpEndpoint> endpoints() {
        String graph = "/api/v1/graphs/{graph}";
        String path = graph + "/aliases";
        return List.of(
                HttpEndpoint.change("GET", path, Role.WRITE, Takes.NOTHING, this::list),
                HttpEndpoint.change("POST", path, Role.WRITE, Takes.JSON, this::merge),
                HttpEndpoint.change("DELETE", path + "/{alias}", Role.WRITE, Takes.NOTHING, this::split),
                HttpEndpoint.change("GET", graph + "/alias-suggestions", Role.WRITE, Takes.NOTHING, this::suggest),
                HttpEndpoint.change("GET", graph + "/alias-doubts", Role.WRITE, Takes.NOTHING, this::check));
    }

    /**
     * The aliases of a graph.
     *
     * @param aliases in the order in which they were made
     */
    record Listed(List<AliasJson> aliases) {}

    /**
     * Names that are one thing, as callers send them.
     *
     * @param names 2 to 32
     * @param why the reason, or nothing
     */
    record MergeBody(List<String> names, @Nullable String why) {}

    /**
     * What came of a merge.
     *
     * @param alias that the names are one thing
     * @param isNew false if just this was said before
     * @param unknown names that the graph has neither as an entity nor as a title
     * @param ambiguous by each name that may be several things, those things
     */
    record MergedJson(AliasJson alias, boolean isNew, List<String> unknown, Map<String, List<String>> ambiguous) {}

    /**
     * The aliases that something speaks against.
     *
     * @param doubts one for each pair of names
     */
    record Doubts(List<DoubtJson> doubts) {}

    /**
     * Two names that do not seem to be one thing.
     *
     * @param alias that joins them
     * @param names the two
     * @param reasons what speaks against it
     */
    record DoubtJson(AliasJson alias, List<String> names, List<String> reasons) {
        private static DoubtJson of(AliasDoubt doubt) {
            return new DoubtJson(AliasJson.of(doubt.alias()), List.of(doubt.name(), doubt.other()), doubt.reasons());
        }
    }

    private void list(Exchange exchange) {
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            EntityAliases aliases = new EntityAliases(graph.store());
            List<Alias> listed = exchange.flag("all") ? aliases.history() : aliases.list();
            exchange.send(200, new Listed(listed.stream().map(AliasJson::of).toList()));
        }
    }

    private void merge(Exchange exchange) throws IOException {
        MergeBody body = exchange.json(MergeBody.class);
        Note.Act act = act(exchange.caller(), body.why() == null ? "" : body.why());
        requireNames(body.names());
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            Merged merged = merge(graph, body.names(), act);
            log(exchange, graph, merged.isNew() ? "merged" : "said before", merged.alias());
            exchange.send(
                    200,
                    new MergedJson(AliasJson.of(merged.alias()), merged.isNew(), merged.unknown(), merged.ambiguous()));
        }
    }

    private static void requireNames(List<String> names) {
        try {
            Alias.requireNames(names);
        } catch (TernException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private static Merged merge(ServedGraph graph, List<String> names, Note.Act act) {
        try {
            return new EntityAliases(graph.store()).merge(names, act);
        } catch (TernException e) {
            if (e.fault() == TernException.Fault.USER) {
                // The names are of the right form; what is wrong with them is what the graph takes them for.
                throw Problem.conflict(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private void split(Exchange exchange) {
        String id = exchange.path("alias");
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            EntityAliases aliases = new EntityAliases(graph.store());
            boolean forget = exchange.flag("forget");
            List<Alias> listed = forget ? aliases.history() : aliases.list();
            if (listed.stream().noneMatch(alias -> alias.id().equals(id))) {
                throw Problem.notFound("the graph has no alias \"" + id + "\"" + (forget ? "" : " that holds"));
            }
            Note.Act act = act(exchange.caller(), exchange.query("why").orElse(""));
            Alias split = forget ? aliases.forget(id) : aliases.split(id, act);
            log(exchange, graph, forget ? "forgot" : "split", split);
            exchange.send(200, AliasJson.of(split));
        }
    }

    private void suggest(Exchange exchange) {
        int limit = exchange.query("limit", USUAL, 1, MOST);
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            AliasSuggestions found =
                    searches.run(exchange.caller(), () -> new EntityAliases(graph.store()).suggest(limit));
            exchange.send(200, found);
        }
    }

    private void check(Exchange exchange) {
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            List<AliasDoubt> doubts = scans.run(exchange.caller(), () -> new EntityAliases(graph.store()).check());
            exchange.send(200, new Doubts(doubts.stream().map(DoubtJson::of).toList()));
        }
    }

    static Note.Act act(Caller caller, String why) {
        return act(caller.name(), why);
    }

    static Note.Act act(String name, String why) {
        if (CodePoints.count(why) > Note.Act.MAX_WHY) {
            throw Problem.badRequest(
                    "\"why\" has " + CodePoints.count(why) + " characters; the limit is " + Note.Act.MAX_WHY);
        }
        return new Note.Act(
                name.isBlank() ? "server" : name.substring(0, Math.min(name.length(), Note.Act.MAX_BY)),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                why);
    }

    private static void log(Exchange exchange, ServedGraph graph, String what, Alias alias) {
        LOG.info(
                "request {} by {}: {} alias {} of the graph {}: {}",
                exchange.id(),
                exchange.caller().name(),
                what,
                alias.id(),
                graph.name(),
                alias.names());
    }
}
