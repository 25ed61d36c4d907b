package dev.tern.server.api;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.server.api.EntityRankings.EntityRanking;
import dev.tern.server.api.EntityRankings.RankedEntity;
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
import java.util.function.Function;

/**
 * Ranks the entities of a graph by statements, main names first, and lists the relations between
 * the first ones. Both requests scan all visible rows, but the ranking of a whole graph is
 * {@linkplain EntityRankings cached}. Thread-safe.
 */
public final class BrowsingEndpoints {
    private static final int MAX_LISTED = 500;
    private static final int MAX_OFFSET = 10_000;
    private static final int DEFAULT_LIMIT = 50;
    private static final int USUAL_DRAWN = 150;
    private static final int MAX_SEARCH_LENGTH = 500;
    private static final int RELATIONS_PER_ENTITY = 4;
    private static final int MAX_PASSAGES = 20;

    /** The maximum number of entities counted, about 100 bytes each; larger graphs are refused. */
    private static final int MAX_ENTITIES_COUNTED = 4_000_000;

    private static final Comparator<RankedEntity> BEST_FIRST = Comparator.comparing(RankedEntity::isMain)
            .thenComparingLong(RankedEntity::statements)
            .reversed()
            .thenComparing(RankedEntity::name)
            .thenComparing(RankedEntity::id);

    private final Graphs graphs;
    private final BoundedWork scans;
    private final EntityRankings rankings = new EntityRankings(InstantSource.system());

    public BrowsingEndpoints(Graphs graphs, BoundedWork scans) {
        this.graphs = graphs;
        this.scans = scans;
    }

    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.get("/api/v1/graphs/{graph}/entities/connected", this::connected)
                        .withinScope()
                        .withParameters("from", "limit", "search", "filter"),
                HttpEndpoint.get("/api/v1/graphs/{graph}/subgraph", this::subgraph)
                        .withinScope()
                        .withParameters("limit", "filter"));
    }

    /**
     * A page of entities.
     *
     * @param entities main names first, then most statements first; in a search, first the names
     *     equal to the text, then the names that begin with it
     * @param total the number of all matching entities
     */
    record ConnectedEntities(List<RankedEntity> entities, long total) {}

    /**
     * The subgraph between the first entities of the ranking.
     *
     * @param entities main names first, then most statements first
     * @param relations relations between these entities only, at most four times as many as
     *     entities
     * @param total the number of all visible entities
     * @param more true if there are more relations between these entities
     */
    record SubgraphJson(
            List<RankedEntity> entities, List<LookupEndpoints.RelationJson> relations, long total, boolean more) {}

    private void connected(Exchange exchange) {
        int from = exchange.query("from", 0, 0, MAX_OFFSET);
        int limit = exchange.query("limit", DEFAULT_LIMIT, 1, MAX_LISTED);
        String search = exchange.query("search").orElse("").strip().toLowerCase(Locale.ROOT);
        if (search.length() > MAX_SEARCH_LENGTH) {
            throw Problem.badRequest("search must have at most " + MAX_SEARCH_LENGTH + " characters");
        }
        exchange.send(200, in(exchange, view -> {
            EntityRanking found = rank(exchange, view, search, from + limit);
            return new ConnectedEntities(found.page(from, limit), found.total());
        }));
    }

    private void subgraph(Exchange exchange) {
        int limit = exchange.query("limit", USUAL_DRAWN, 1, MAX_LISTED);
        exchange.send(200, in(exchange, view -> {
            EntityRanking all = rank(exchange, view, "", limit);
            List<RankedEntity> entities = all.page(0, limit);
            RelationCollector between = new RelationCollector(entities);
            view.scan(between);
            return new SubgraphJson(entities, between.relations(), all.total(), between.more);
        }));
    }

    private <T> T in(Exchange exchange, Function<GraphView, T> look) {
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            return scans.run(exchange.caller(), () -> {
                try (GraphView view = graph.store().shown(LookupEndpoints.visible(exchange))) {
                    return look.apply(view);
                }
            });
        }
    }

    /** Returns {@code max} or more of the first entities whose names contain a lower-case text. */
    private EntityRanking rank(Exchange exchange, GraphView view, String search, int max) {
        if (!LookupEndpoints.visible(exchange).isEverything()) {
            return read(view, search, max);
        }
        EntityRanking all =
                rankings.of(exchange.path("graph"), view, () -> read(view, "", EntityRankings.MAX_ENTITIES));
        if (search.isEmpty()) {
            return all;
        }
        return all.isWhole()
                ? all.filter(one -> matches(one.name(), search), bestFirst(search))
                : read(view, search, max);
    }

    /** Returns the order: names equal to the search text, names that start with it, then others. */
    private static Comparator<RankedEntity> bestFirst(String search) {
        return Comparator.<RankedEntity, Integer>comparing(one -> {
                    String name = one.name().toLowerCase(Locale.ROOT);
                    return name.equals(search) ? 0 : name.startsWith(search) ? 1 : 2;
                })
                .thenComparing(BEST_FIRST);
    }

    private static boolean matches(String name, String search) {
        return name.toLowerCase(Locale.ROOT).contains(search);
    }

    private static EntityRanking read(GraphView view, String search, int max) {
        StatementCounts counts = new StatementCounts();
        view.scan(counts);
        TopEntities best = new TopEntities(counts, search, max);
        view.scan(best);
        return new EntityRanking(best.inOrder(), best.total);
    }

    /** Returns the first 64 bits of an id, almost certainly unique up to 10^8 entities. */
    private static Long half(String id) {
        return Long.parseUnsignedLong(id, 0, 16, 16);
    }

    private static final class StatementCounts implements GraphVisitor {
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
            if (statements.size() > MAX_ENTITIES_COUNTED) {
                throw Problem.conflict("the graph has more than " + MAX_ENTITIES_COUNTED
                        + " entities, which are too many to sort; look them up by name");
            }
        }

        int of(String id) {
            return statements.getOrDefault(half(id), 0);
        }
    }

    /** Collects the first entities whose names match, in the order of {@link #bestFirst}. */
    private static final class TopEntities implements GraphVisitor {
        private final StatementCounts counts;
        private final String search;
        private final int max;
        private final Comparator<RankedEntity> order;
        private final PriorityQueue<RankedEntity> found;
        private long total;

        private TopEntities(StatementCounts counts, String search, int max) {
            this.counts = counts;
            this.search = search;
            this.max = max;
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
            if (!matches(entity.name(), search)) {
                return;
            }
            total++;
            found.add(new RankedEntity(entity.id(), entity.name(), counts.of(entity.id())));
            if (found.size() > max) {
                found.remove();
            }
        }

        List<RankedEntity> inOrder() {
            return found.stream().sorted(order).toList();
        }
    }

    /** Collects the relations with the lowest keys between some entities, up to a limit. */
    private static final class RelationCollector implements GraphVisitor {
        private final Set<String> ends;
        private final int max;
        private final TreeMap<String, RelationRow> rows = new TreeMap<>();
        private final Map<String, List<String>> passages = new HashMap<>();
        private boolean more;

        private RelationCollector(List<RankedEntity> entities) {
            ends = new LinkedHashSet<>(entities.stream().map(RankedEntity::id).toList());
            max = RELATIONS_PER_ENTITY * entities.size();
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
            if (stated.size() < MAX_PASSAGES) {
                stated.add(row.passageId());
            }
            if (rows.size() > max) {
                passages.remove(rows.pollLastEntry().getKey());
                more = true;
            }
        }

        List<LookupEndpoints.RelationJson> relations() {
            return rows.values().stream()
                    .map(row -> new LookupEndpoints.RelationJson(
                            row.key(), row.text(), row.entityIds(), passages.getOrDefault(row.key(), List.of())))
                    .toList();
        }
    }
}
