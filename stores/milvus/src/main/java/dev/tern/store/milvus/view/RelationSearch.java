package dev.tern.store.milvus.view;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.RelationRow;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.read.RowResult;
import dev.tern.store.milvus.read.ScoredRow;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.milvus.schema.RowCodec;
import dev.tern.store.shared.WideningSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Searches distinct relations, each of which may have many rows.
 *
 * <p>All rows of a relation have the same vector, and rows come in order of distance. So once a
 * reply contains a farther relation than the last wanted one, it contains all rows of the wanted
 * ones that the index finds; until then, more rows are requested. A relation with very many rows
 * costs another request, but hides no other relation.
 */
final class RelationSearch {
    private static final int MORE = 8;

    private final FilteredSearch search;
    private final float[] vector;
    private final Condition filter;

    RelationSearch(FilteredSearch search, float[] vector, Condition filter) {
        this.search = search;
        this.vector = vector;
        this.filter = filter;
    }

    /**
     * Returns the number of rows to request first: more than {@code limit}, as some relations have
     * several rows.
     */
    static int rowsFor(int limit, int maxRows) {
        return (int) Math.min(maxRows, limit + limit / 4L + 64);
    }

    /** Returns the nearest relations, with all their mentions that the index finds. */
    List<Scored<Relation>> nearest(int limit) {
        int max = search.reader().maxRows();
        WideningSearch<GroupedResult, RuntimeException> asking = rows -> GroupedResult.of(search(filter, rows));
        GroupedResult reply = asking.widen(rowsFor(limit, max), max, MORE, (found, rows) -> found.isEnough(limit));
        return reply.isEnough(limit) ? reply.groups.best(limit) : crowded(reply.groups, limit);
    }

    /** The result of a request, grouped into relations. */
    private record GroupedResult(RelationGroups groups, boolean full) {
        static GroupedResult of(RowResult<ScoredRow> hits) {
            RelationGroups groups = new RelationGroups();
            hits.rows().forEach(groups::add);
            return new GroupedResult(groups, hits.full());
        }

        boolean isEnough(int limit) {
            return !full || groups.showMoreThan(limit);
        }
    }

    /**
     * Continues the search for other relations if the rows of the found relations fill even the
     * largest reply; then reads all rows of the nearest relations.
     */
    private List<Scored<Relation>> crowded(RelationGroups groups, int limit) {
        boolean all = false;
        while (!all && groups.count() < limit) {
            RowResult<ScoredRow> hits = search(
                    filter.and(Condition.notIn(Fields.KEY, groups.keys())),
                    search.reader().maxRows());
            hits.rows().forEach(groups::add);
            // Without a visible row, the next request would be the same again.
            all = !hits.full() || hits.rows().isEmpty();
        }
        Map<String, Double> cosines = new LinkedHashMap<>();
        groups.best(limit).forEach(found -> cosines.put(found.value().key(), found.score()));
        RelationGroups whole = new RelationGroups();
        for (Row row : search.reader()
                .rows(CollectionKind.RELATIONS, cosines.keySet(), keys -> Condition.in(Fields.KEY, keys))) {
            whole.add(new ScoredRow(row, cosines.getOrDefault(row.text(Fields.KEY), 0.0)));
        }
        return whole.best(limit);
    }

    private RowResult<ScoredRow> search(Condition condition, int rows) {
        List<RowResult<ScoredRow>> found = condition == Condition.ALL
                ? search.nearest(CollectionKind.RELATIONS, List.of(vector), rows)
                : search.search(CollectionKind.RELATIONS, List.of(vector), condition, rows);
        return found.getFirst();
    }

    /** Groups rows into relations. Relations can also be added whole. */
    static final class RelationGroups {
        private final Map<String, RowGroup> byKey = new LinkedHashMap<>();
        private final Map<String, Scored<Relation>> whole = new LinkedHashMap<>();

        private record RowGroup(double cosine, Map<String, RelationRow> rows) {}

        void add(ScoredRow hit) {
            RelationRow row = RowCodec.relation(hit.row());
            byKey.computeIfAbsent(row.key(), key -> new RowGroup(hit.score(), new LinkedHashMap<>()))
                    .rows()
                    .putIfAbsent(row.id(), row);
        }

        /** Adds a relation with all its mentions. */
        void add(Scored<Relation> found) {
            whole.put(found.value().key(), found);
        }

        int count() {
            return byKey.size();
        }

        Collection<String> keys() {
            return Set.copyOf(byKey.keySet());
        }

        /** Returns true if a relation was found that is farther than the last wanted one. */
        boolean showMoreThan(int limit) {
            if (byKey.size() <= limit) {
                return false;
            }
            List<Scored<Relation>> ordered = best(Integer.MAX_VALUE);
            return ordered.getLast().score() < ordered.get(limit - 1).score();
        }

        List<Scored<Relation>> best(int limit) {
            List<Scored<Relation>> relations = new ArrayList<>(whole.values());
            byKey.forEach((key, group) -> {
                if (!whole.containsKey(key)) {
                    relations.add(new Scored<>(
                            RelationRow.relation(List.copyOf(group.rows().values())), group.cosine()));
                }
            });
            relations.sort(Scored.bestFirst(Relation::key));
            return relations.size() <= limit ? relations : new ArrayList<>(relations.subList(0, limit));
        }
    }
}
