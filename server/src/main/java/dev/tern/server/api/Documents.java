package dev.tern.server.api;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Filter;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.Passage;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is in a graph, document by document. Thread-safe. */
public final class Documents {
    private static final int USUAL = 50;
    private static final int MOST = 500;

    private final Graphs graphs;
    private final BoundedWork scans;

    /** The documents of some graphs. */
    public Documents(Graphs graphs, BoundedWork scans) {
        this.graphs = graphs;
        this.scans = scans;
    }

    /** The endpoints with their paths and roles. */
    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.get("/api/v1/graphs/{graph}/documents", this::documents)
                        .withinScope(),
                HttpEndpoint.get("/api/v1/graphs/{graph}/passages", this::passages)
                        .withinScope(),
                HttpEndpoint.get("/api/v1/graphs/{graph}/failed", this::failed).withinScope());
    }

    /**
     * A page of documents.
     *
     * @param documents in the order of their ids
     * @param next the id to ask for documents after; null if these are the last
     */
    record Listed(List<DocumentJson> documents, @Nullable String next) {}

    /**
     * A document as the list shows it.
     *
     * @param id its id
     * @param title its title, or empty
     * @param source where it comes from: the address of a page, the path of a file, or else its id
     * @param type what it was read as, or empty
     * @param date when it was made, as it says itself, or empty
     * @param characters how long its text is
     * @param passages how many passages it has
     * @param waiting how many of them wait for a model
     * @param failed of how many the statements could not be found
     */
    record DocumentJson(
            String id,
            String title,
            String source,
            String type,
            String date,
            long characters,
            long passages,
            long waiting,
            long failed) {
        private static DocumentJson of(Passage passage) {
            return new DocumentJson(
                    passage.documentId(),
                    passage.title(),
                    passage.source(),
                    told(passage, "type"),
                    told(passage, "date"),
                    0,
                    0,
                    0,
                    0);
        }

        private static String told(Passage passage, String name) {
            return passage.metadata().value(name).map(MetadataValue::toString).orElse("");
        }

        private DocumentJson plus(Passage passage) {
            Extraction.State state = passage.extraction().state();
            return new DocumentJson(
                    id,
                    title,
                    source,
                    type,
                    date,
                    Math.max(characters, passage.place().end()),
                    passages + 1,
                    waiting + (state == Extraction.State.WAITING ? 1 : 0),
                    failed + (state == Extraction.State.FAILED ? 1 : 0));
        }
    }

    /**
     * The passages of a document.
     *
     * @param passages in the order of their documents
     */
    record Passages(List<PassageJson> passages) {}

    /** Goes through all passages: the store keeps no list of documents. Memory grows with a page, not with the graph. */
    private void documents(Exchange exchange) {
        int limit = exchange.query("limit", USUAL, 1, MOST);
        Page page;
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            page = new Page(
                    Lookups.visible(exchange, graph),
                    exchange.query("after").orElse(""),
                    exchange.query("search").orElse("").toLowerCase(Locale.ROOT),
                    limit + 1);
            scan(graph, page);
        }
        List<DocumentJson> found = new ArrayList<>(page.documents.values());
        boolean more = found.size() > limit;
        List<DocumentJson> shown = more ? found.subList(0, limit) : found;
        exchange.send(200, new Listed(shown, more ? shown.getLast().id() : null));
    }

    private void scan(ServedGraph graph, GraphVisitor visitor) {
        scans.in(() -> {
            graph.store().scan(visitor);
            return visitor;
        });
    }

    /** The first documents behind an id. */
    private static final class Page implements GraphVisitor {
        private final Filter visible;
        private final String after;
        private final String search;
        private final int size;
        private final TreeMap<String, DocumentJson> documents = new TreeMap<>();

        private Page(Filter visible, String after, String search, int size) {
            this.visible = visible;
            this.after = after;
            this.search = search;
            this.size = size;
        }

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.PASSAGE);
        }

        @Override
        public void passage(Embedded<Passage> embedded) {
            Passage passage = embedded.value();
            String id = passage.documentId();
            boolean fits = visible.holds(passage.filtered())
                    && id.compareTo(after) > 0
                    && (documents.size() < size || id.compareTo(documents.lastKey()) <= 0)
                    && (search.isEmpty()
                            || id.toLowerCase(Locale.ROOT).contains(search)
                            || passage.title().toLowerCase(Locale.ROOT).contains(search));
            if (fits) {
                documents.merge(id, DocumentJson.of(passage).plus(passage), (before, one) -> before.plus(passage));
                if (documents.size() > size) {
                    documents.pollLastEntry();
                }
            }
        }
    }

    private void passages(Exchange exchange) {
        String id = documentId(exchange.query("document").orElse(""));
        int from = exchange.query("from", 0, 0, Integer.MAX_VALUE);
        int limit = exchange.query("limit", USUAL, 1, MOST);
        List<PassageJson> passages;
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            Filter visible = Lookups.visible(exchange, graph);
            passages = scans.in(() -> graph.store().passages(GraphView.PassagesBy.DOCUMENT, List.of(id)).stream()
                    .map(Embedded::value)
                    .filter(passage -> visible.holds(passage.filtered()) && passage.ordinal() >= from)
                    .limit(limit)
                    .map(PassageJson::of)
                    .toList());
        }
        if (passages.isEmpty() && from == 0) {
            throw Problem.notFound("the graph has no document of this id");
        }
        exchange.send(200, new Passages(passages));
    }

    /** An id as a document may have it. */
    static String documentId(String id) {
        if (id.isBlank() || id.length() > Document.MAX_ID_LENGTH) {
            throw Problem.badRequest("a document's id must have 1 to " + Document.MAX_ID_LENGTH + " characters");
        }
        return id;
    }

    private void failed(Exchange exchange) {
        int limit = exchange.query("limit", USUAL, 1, MOST);
        Map<String, PassageJson> found = new HashMap<>();
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            scan(graph, failed(Lookups.visible(exchange, graph), limit, found));
        }
        exchange.send(
                200,
                new Passages(found.values().stream()
                        .sorted(Comparator.comparing(PassageJson::documentId).thenComparingInt(PassageJson::ordinal))
                        .toList()));
    }

    /** Gathers the passages whose statements could not be found. */
    private static GraphVisitor failed(Filter visible, int limit, Map<String, PassageJson> found) {
        return new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.PASSAGE);
            }

            @Override
            public Set<Extraction.State> states() {
                return EnumSet.of(Extraction.State.FAILED);
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                if (found.size() < limit && visible.holds(passage.value().filtered())) {
                    found.put(passage.value().id(), PassageJson.of(passage.value()));
                }
            }
        };
    }
}
