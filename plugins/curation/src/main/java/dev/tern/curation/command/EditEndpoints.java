package dev.tern.curation.command;

import dev.tern.curation.Edits;
import dev.tern.curation.Edits.EditResult;
import dev.tern.curation.alias.AliasDoubt;
import dev.tern.curation.alias.AliasFinder;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.BodyKind;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.Role;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes, lists and undoes edits, the trust of sources included, suggests merges of names, and lists
 * doubtful merges. Thread-safe.
 */
final class EditEndpoints {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_SUGGESTIONS = 500;

    private final EndpointProvider.Parts server;
    private final CallerEdits editing;

    EditEndpoints(EndpointProvider.Parts server, CallerEdits editing) {
        this.server = server;
        this.editing = editing;
    }

    List<HttpEndpoint> endpoints() {
        String graph = "/api/v1/graphs/{graph}";
        String path = graph + "/edits";
        return List.of(
                HttpEndpoint.change("GET", graph + "/alias-suggestions", Role.WRITE, BodyKind.NOTHING, this::suggest)
                        .withParameters("limit"),
                HttpEndpoint.change("GET", graph + "/alias-doubts", Role.WRITE, BodyKind.NOTHING, this::check),
                HttpEndpoint.change("GET", path, Role.WRITE, BodyKind.NOTHING, this::list)
                        .withParameters("conflicts", "all"),
                HttpEndpoint.change("POST", path, Role.WRITE, BodyKind.JSON, this::make),
                HttpEndpoint.change("DELETE", path + "/{edit}", Role.WRITE, BodyKind.NOTHING, this::undo)
                        .withParameters("why", "forget"));
    }

    /** Suggests merges under a permit for profiles, as this compares all names of a graph. */
    private void suggest(Exchange exchange) {
        int limit = exchange.query("limit", DEFAULT_LIMIT, 1, MAX_SUGGESTIONS);
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            exchange.send(
                    200, server.profiles().run(exchange.caller(), () -> new AliasFinder(graph.store()).suggest(limit)));
        }
    }

    private void check(Exchange exchange) {
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            List<AliasDoubt> doubts =
                    server.asking().scans().run(exchange.caller(), () -> new AliasFinder(graph.store()).check());
            exchange.send(200, DoubtsJson.of(doubts));
        }
    }

    /**
     * The result of an edit.
     *
     * @param isNew false if the same edit existed before
     * @param waiting the number of passages left to a job; 0 if done
     */
    record EditedJson(EditJson edit, boolean isNew, List<String> remarks, int waiting) {}

    private void list(Exchange exchange) {
        boolean conflicts = exchange.flag("conflicts");
        boolean all = exchange.flag("all");
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            Edits edits = new Edits(graph.store());
            List<EditJson> listed;
            if (conflicts) {
                listed = edits.conflicts().stream().map(EditJson::of).toList();
            } else {
                listed = EditJson.of(
                        all ? edits.history() : edits.list(),
                        graph.store().latest().notes().pending());
            }
            exchange.send(200, new EditJson.Listed(listed));
        }
    }

    private void make(Exchange exchange) throws IOException {
        EditBody body = exchange.json(EditBody.class);
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            EditResult edited = editing.make(
                    graph, EditAuthor.person(exchange.caller()), exchange.id(), body, UnaryOperator.identity());
            exchange.send(
                    200,
                    new EditedJson(EditJson.of(edited.edit()), edited.isNew(), edited.remarks(), edited.waiting()));
        }
    }

    private void undo(Exchange exchange) {
        String id = exchange.path("edit");
        String why = exchange.query("why").orElse("");
        boolean forget = exchange.flag("forget");
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            EditAuthor editAuthor = EditAuthor.person(exchange.caller());
            exchange.send(200, EditJson.of(editing.undo(graph, editAuthor, exchange.id(), id, why, forget)));
        }
    }
}
