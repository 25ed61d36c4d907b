package dev.tern.server.api;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.server.api.Rankings.Connected;
import dev.tern.server.api.Rankings.Ranking;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Lists the entities of a graph, most statements first, and the relations between the first ones.
 * Both scan the whole visible graph, unless a ranking is {@linkplain Rankings cached}. Thread-safe.
 */
public final class Browsing {
    private static final int MOST = 500;
    private static final int MOST_FROM = 10_000;
    private static final int USUAL = 50;
    private static final int USUAL_DRAWN = 150;
    private static final int MOST_SEARCH = 500;
    private static final int RELATIONS_AN_ENTITY = 4;
    private static final int MOST_PASSAGES = 20;

    /** The maximum entities counted, at about 100 bytes each. */
    private static final int MOST_COUNTED = 4_000_000;

    private static final Comparator<Connected> BEST_FIRST = Comparator.comparingLong(Connected::statements)
            .reversed()
            .thenComparing(Connected::name)
            .thenComparing(Connected::id);

    private final Graphs graphs;
    private final BoundedWork scans;
    private final Rankings rankings = new Rankings(InstantSource.system());

    public Browsing(Graphs graphs, BoundedWork scans) {
        this.graphs = graphs;
        this.scans = scans;
    }

    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.get("/api/v1/graphs/{graph}/entities/connected", this::connected)
                        .withinScope(),
                HttpEndpoint.get("/api/v1/graphs/{graph}/subgraph", this::subgraph)
                        .withinScope());
    }

    /**
     * A page of entities.
     *
     * @param entities most statements first
     * @param total the number of all entities
     */
    record ConnectedEntities(List<Connected> entities, long total) {}

    /**
     * The subgraph between the entities with the most statements.
     *
     * @param entities most statements first
     * @param relations relations between them only, at most four an entity
     * @param total the number of all entities
     * @param more true if there are more relations between these entities
     */
    record Subgraph(List<Connected> entities, List<Lookups.RelationJson> relations, long total, boolean more) {}

    private void connected(Exchange exchange) {
        int from = exchange.query("from", 0, 0, MOST_FROM);
        int limit = exchange.query("limit", USUAL, 1, MOST);
        String search = exchange.query("search").orElse("").strip().toLowerCase(Locale.ROOT);
        if (search.length() > MOST_SEARCH) {
            throw Problem.badRequest("search must have at most " + MOST_SEARCH + " characters");
        }
        exchange.send(200, in(exchange, view -> {
            Ranking found = found(exchange, view, search, from + limit);
            return new ConnectedEntities(found.page(from, limit), found.total());
        }));
    }

    private void subgraph(Exchange exchange) {
        int limit = exchange.query("limit", USUAL_DRAWN, 1, MOST);
        exchange.send(200, in(exchange, view -> {
            Ranking all = found(exchange, view, "", limit);
            List<Connected> entities = all.page(0, limit);
            Between between = new Between(entities);
            view.scan(between);
            return new Subgraph(entities, between.relations(), all.total(), between.more);
        }));
    }

    private interface Look<T> {
        T at(GraphView view);
    }

    private <T> T in(Exchange exchange, Look<T> look) {
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            return scans.run(exchange.caller(), () -> {
                try (GraphView view = graph.store().shown(Lookups.visible(exchange))) {
                    return look.at(view);
                }
            });
        }
    }

    /**
     * Ranks the entities whose names contain a text, at least the first {@code most}.
     *
     * @param search in lower case; empty for all
     */
    private Ranking found(Exchange exchange, GraphView view, String search, int most) {
        if (!Lookups.visible(exchange).isEverything()) {
            return read(view, search, most);
        }
        Ranking all = rankings.of(exchange.path("graph"), view, () -> read(view, "", Rankings.MOST_ENTITIES));
        if (search.isEmpty()) {
            return all;
        }
        return all.isWhole() ? all.where(one -> has(one.name(), search), bestFirst(search)) : read(view, search, most);
    }

    /** Orders names equal to the search first, then names that start with it, then all others. */
    private static Comparator<Connected> bestFirst(String search) {
        return Comparator.<Connected, Integer>comparing(one -> {
                    String name = one.name().toLowerCase(Locale.ROOT);
                    return name.equals(search) ? 0 : name.startsWith(search) ? 1 : 2;
                })
                .thenComparing(BEST_FIRST);
    }

    private static boolean has(String name, String search) {
        return name.toLowerCase(Locale.ROOT).contains(search);
    }

    private static Ranking read(GraphView view, String search, int most) {
        Counts counts = new Counts();
        view.scan(counts);
        Best best = new Best(counts, search, most);
        view.scan(best);
        return new Ranking(best.inOrder(), best.total);
    }

    /** Returns the first 64 bits of an id, almost certainly unique up to 10^8 entities. */
    private static Long half(String id) {
        return Long.parseUnsignedLong(id, 0, 16, 16);
    }

    /** Counts the statements of every entity. */
    private static final class Counts implements GraphVisitor {
        private final Map<Long, Integer> statements = new HashMap<>();

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.RELATION);
        }

        @Override
        public void relation(Embedded<RelationRow> relation) {
            for (String id : new LinkedHashSet<>(relation.value().entityIds())) {
                statements.merge(half(id), 1, Integer::sum);
            }
            if (statements.size() > MOST_COUNTED) {
                throw Problem.conflict("the graph has more than " + MOST_COUNTED
                        + " entities, which are too many to be put in order; look them up by name");
            }
        }

        int of(String id) {
            return statements.getOrDefault(half(id), 0);
        }
    }

    /** Collects the first entities whose names match, in the order of {@link #bestFirst}. */
    private static final class Best implements GraphVisitor {
        private final Counts counts;
        private final String search;
        private final int most;
        private final Comparator<Connected> order;
        private final PriorityQueue<Connected> found;
        private long total;

        private Best(Counts counts, String search, int most) {
            this.counts = counts;
            this.search = search;
            this.most = most;
            order = bestFirst(search);
            found = new PriorityQueue<>(order.reversed());
        }

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.ENTITY);
        }

        @Override
        public void entity(Embedded<Entity> embedded) {
            Entity entity = embedded.value();
            if (!has(entity.name(), search)) {
                return;
            }
            total++;
            found.add(new Connected(entity.id(), entity.name(), counts.of(entity.id())));
            if (found.size() > most) {
                found.remove();
            }
        }

        List<Connected> inOrder() {
            return found.stream().sorted(order).toList();
        }
    }

    /** Collects the first relations by key between some entities, in any order of the scan. */
    private static final class Between implements GraphVisitor {
        private final Set<String> ends;
        private final int most;
        private final TreeMap<String, RelationRow> rows = new TreeMap<>();
        private final Map<String, List<String>> passages = new HashMap<>();
        private boolean more;

        private Between(List<Connected> entities) {
            ends = new LinkedHashSet<>(entities.stream().map(Connected::id).toList());
            most = RELATIONS_AN_ENTITY * entities.size();
        }

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.RELATION);
        }

        @Override
        public void relation(Embedded<RelationRow> relation) {
            RelationRow row = relation.value();
            if (!ends.containsAll(row.entityIds())) {
                return;
            }
            rows.put(row.key(), row);
            List<String> stated = passages.computeIfAbsent(row.key(), key -> new ArrayList<>());
            if (stated.size() < MOST_PASSAGES) {
                stated.add(row.passageId());
            }
            if (rows.size() > most) {
                passages.remove(rows.pollLastEntry().getKey());
                more = true;
            }
        }

        List<Lookups.RelationJson> relations() {
            return rows.values().stream()
                    .map(row -> new Lookups.RelationJson(
                            row.key(), row.text(), row.entityIds(), passages.getOrDefault(row.key(), List.of())))
                    .toList();
        }
    }
}
