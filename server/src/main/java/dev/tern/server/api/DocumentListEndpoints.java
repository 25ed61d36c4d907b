package dev.tern.server.api;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.store.DocumentPage;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists documents of a graph and their passages. Thread-safe. */
public final class DocumentListEndpoints {
    /** The message for an id that no document has. */
    public static final String UNKNOWN = "the graph has no document with this id";

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LISTED = 500;

    private final Graphs graphs;
    private final BoundedWork scans;

    public DocumentListEndpoints(Graphs graphs, BoundedWork scans) {
        this.graphs = graphs;
        this.scans = scans;
    }

    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.get("/api/v1/graphs/{graph}/documents", this::documents)
                        .withinScope()
                        .withParameters("limit", "after", "search", "filter", "hidden"),
                HttpEndpoint.get("/api/v1/graphs/{graph}/passages", this::passages)
                        .withinScope()
                        .withParameters("document", "from", "limit", "filter", "hidden"),
                HttpEndpoint.get("/api/v1/graphs/{graph}/failed", this::failed)
                        .withinScope()
                        .withParameters("limit", "filter", "hidden"));
    }

    /**
     * A page of documents.
     *
     * @param documents in the order of their ids
     * @param next the last id, for the parameter {@code after} of the next page; null at the end
     */
    record DocumentsPage(
            List<DocumentPage.ListedDocument> documents,
            @Nullable String next) {}

    /** Passages, ordered by document id, and within a document by position. */
    record Passages(List<PassageJson> passages) {}

    private void documents(Exchange exchange) {
        int limit = exchange.query("limit", DEFAULT_LIMIT, 1, MAX_LISTED);
        DocumentPage page;
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            page = new DocumentPage(
                    LookupEndpoints.visible(exchange, graph),
                    exchange.query("after").orElse(""),
                    exchange.query("search").orElse(""),
                    limit);
            scan(scans, exchange.caller(), graph, page);
        }
        List<DocumentPage.ListedDocument> found = page.documents();
        exchange.send(
                200, new DocumentsPage(found, page.hasMore() ? found.getLast().id() : null));
    }

    /** Scans a graph with a visitor, under a permit for scans. */
    public static void scan(BoundedWork scans, Caller caller, ServedGraph graph, GraphVisitor visitor) {
        scans.run(caller, () -> {
            graph.store().latest().scan(visitor);
            return visitor;
        });
    }

    private void passages(Exchange exchange) {
        String id = exchange.query("document").orElse("");
        int from = exchange.query("from", 0, 0, Integer.MAX_VALUE);
        int limit = exchange.query("limit", DEFAULT_LIMIT, 1, MAX_LISTED);
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            exchange.send(
                    200,
                    new Passages(passages(exchange, graph, id, from).stream()
                            .limit(limit)
                            .map(PassageJson::of)
                            .toList()));
        }
    }

    /**
     * Returns the passages of a document, in document order.
     *
     * @param visible selects the visible documents
     * @param from the minimum ordinal of a passage, from 0
     * @throws Problem if the id is malformed
     */
    public static List<Passage> find(
            BoundedWork scans, Caller caller, ServedGraph graph, MetadataFilter visible, String id, int from) {
        documentId(id);
        return scans.run(
                caller,
                () -> graph.store().latest().passages(GraphView.PassagesBy.DOCUMENT, List.of(id)).stream()
                        .map(Embedded::value)
                        .filter(passage -> visible.holds(passage.filterMetadata()) && passage.ordinal() >= from)
                        .toList());
    }

    private List<Passage> passages(Exchange exchange, ServedGraph graph, String id, int from) {
        List<Passage> passages =
                find(scans, exchange.caller(), graph, LookupEndpoints.visible(exchange, graph), id, from);
        if (passages.isEmpty() && from == 0) {
            throw Problem.notFound(UNKNOWN);
        }
        return passages;
    }

    public static String documentId(String id) {
        if (id.isBlank() || id.length() > SourceDocument.MAX_ID_LENGTH) {
            throw Problem.badRequest("a document's id must have 1 to " + SourceDocument.MAX_ID_LENGTH + " characters");
        }
        return id;
    }

    private void failed(Exchange exchange) {
        int limit = exchange.query("limit", DEFAULT_LIMIT, 1, MAX_LISTED);
        Map<String, PassageJson> found = new HashMap<>();
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            scan(scans, exchange.caller(), graph, failed(LookupEndpoints.visible(exchange, graph), limit, found));
        }
        exchange.send(
                200,
                new Passages(found.values().stream()
                        .sorted(Comparator.comparing(PassageJson::documentId).thenComparingInt(PassageJson::ordinal))
                        .toList()));
    }

    /** Returns a visitor that collects visible passages whose extraction failed, up to a limit. */
    private static GraphVisitor failed(MetadataFilter visible, int limit, Map<String, PassageJson> found) {
        return GraphVisitor.ofPassages(EnumSet.of(Extraction.State.FAILED), passage -> {
            if (found.size() < limit && visible.holds(passage.filterMetadata())) {
                found.put(passage.id(), PassageJson.of(passage));
            }
        });
    }
}
