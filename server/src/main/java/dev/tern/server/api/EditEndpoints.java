package dev.tern.server.api;

import dev.tern.edit.Edits;
import dev.tern.edit.Edits.Edited;
import dev.tern.error.TernException;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Note;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.Takes;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.EditBody;
import dev.tern.server.json.EditJson;
import dev.tern.server.settings.Role;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What people say of a graph: that something is wrong, missing, called otherwise, comes first or is trusted less. Thread-safe. */
public final class EditEndpoints {
    private static final Logger LOG = LoggerFactory.getLogger(EditEndpoints.class);

    private final Graphs graphs;
    private final Quotas quotas;

    /** The edits of some graphs. */
    public EditEndpoints(Graphs graphs, Quotas quotas) {
        this.graphs = graphs;
        this.quotas = quotas;
    }

    /** The endpoints with their paths and roles. */
    public List<HttpEndpoint> endpoints() {
        String path = "/api/v1/graphs/{graph}/edits";
        return List.of(
                HttpEndpoint.change("GET", path, Role.WRITE, Takes.NOTHING, this::list),
                HttpEndpoint.change("POST", path, Role.WRITE, Takes.JSON, this::make),
                HttpEndpoint.change("DELETE", path + "/{edit}", Role.WRITE, Takes.NOTHING, this::undo));
    }

    /**
     * The edits of a graph.
     *
     * @param edits in the order in which they were made
     */
    record Listed(List<EditJson> edits) {}

    /**
     * What came of an edit.
     *
     * @param edit what is said now
     * @param isNew false if just this was said before
     * @param remarks what the editor should know
     */
    record EditedJson(EditJson edit, boolean isNew, List<String> remarks) {}

    private void list(Exchange exchange) {
        boolean conflicts = exchange.flag("conflicts");
        boolean all = exchange.flag("all");
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            Edits edits = new Edits(graph.store());
            List<EditJson> listed;
            if (conflicts) {
                listed = edits.conflicts().stream().map(EditJson::of).toList();
            } else {
                List<Edit> some = all ? edits.history() : edits.list();
                listed = some.stream().map(EditJson::of).toList();
            }
            exchange.send(200, new Listed(listed));
        }
    }

    private void make(Exchange exchange) throws IOException {
        EditBody body = exchange.json(EditBody.class);
        Change change = EditRequest.change(body);
        Note.Act act = AliasEndpoints.act(exchange, body.why() == null ? "" : body.why());
        if (change instanceof Edit.Missing) {
            quotas.requireTokens(exchange.caller());
        }
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            Edited edited = conflicting(() -> graph.rag().edits().make(change, act));
            log(exchange, graph, edited.isNew() ? "made" : "said before", edited.edit());
            exchange.send(200, new EditedJson(EditJson.of(edited.edit()), edited.isNew(), edited.remarks()));
        }
    }

    private void undo(Exchange exchange) {
        String id = exchange.path("edit");
        Note.Act act = AliasEndpoints.act(exchange, exchange.query("why").orElse(""));
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            Edits edits = new Edits(graph.store());
            if (edits.of(id).isEmpty()) {
                throw Problem.notFound("the graph has no edit \"" + id + "\"");
            }
            boolean forget = exchange.flag("forget");
            Edit undone = conflicting(() -> forget ? edits.forget(id) : edits.undo(id, act));
            log(exchange, graph, forget ? "forgot" : "took back", undone);
            exchange.send(200, EditJson.of(undone));
        }
    }

    /** What was sent is of the right form; where it is refused, it does not fit the graph as it is now. */
    private static <T> T conflicting(Supplier<T> change) {
        try {
            return change.get();
        } catch (TernException e) {
            if (e.fault() == TernException.Fault.USER) {
                throw Problem.conflict(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static void log(Exchange exchange, ServedGraph graph, String what, Edit edit) {
        LOG.info(
                "request {} by {}: {} edit {} of the graph {}: {}",
                exchange.id(),
                exchange.caller().name(),
                what,
                edit.id(),
                graph.name(),
                edit.change().act());
    }
}
