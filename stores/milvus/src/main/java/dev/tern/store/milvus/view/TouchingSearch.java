package dev.tern.store.milvus.view;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.milvus.client.InterruptibleWait;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.RowResult;
import dev.tern.store.milvus.read.ScoredRow;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;

/**
 * Finds the relations that mention any of the given entities, nearest first.
 *
 * <p>A vector search with a filter is approximate, and misses most rows if few match. Reading all
 * matching rows is exact, but too expensive for an entity with very many relations. So both run
 * concurrently, and the reading has a limit: if all matching rows fit into it, the result is exact;
 * otherwise it merges the two results. So the cost hardly depends on the number of relations.
 */
final class TouchingSearch {
    private static final int IDS_PER_FILTER = 4_096;

    private final FilteredSearch search;
    private final List<String> entityIds;
    private final float[] vector;

    TouchingSearch(FilteredSearch search, List<String> entityIds, float[] vector) {
        this.search = search;
        this.entityIds = entityIds;
        this.vector = vector;
    }

    List<Scored<Relation>> nearest(int limit) {
        RelationSearch.RelationGroups groups = new RelationSearch.RelationGroups();
        Optional<List<Row>> few = search.relationsAtHand();
        if (few.isPresent()) {
            Set<String> ids = Set.copyOf(entityIds);
            few.get().stream()
                    .filter(row -> touchesAny(row, ids))
                    .forEach(row -> groups.add(ScoredRow.of(row, vector)));
            return groups.best(limit);
        }
        for (List<String> ids : CollectionReader.parts(entityIds, IDS_PER_FILTER)) {
            addNearest(groups, Condition.touching(ids), limit);
        }
        return groups.best(limit);
    }

    private static boolean touchesAny(Row row, Set<String> ids) {
        return ids.contains(row.text(Fields.FIRST_ENTITY)) || ids.contains(row.text(Fields.SECOND_ENTITY));
    }

    private void addNearest(RelationSearch.RelationGroups groups, Condition touches, int limit) {
        int rows = RelationSearch.rowsFor(limit, search.reader().maxRows());
        FutureTask<List<Scored<Relation>>> task =
                new FutureTask<>(() -> new RelationSearch(search, vector, touches).nearest(limit));
        Thread searching = Thread.startVirtualThread(task);
        RowResult<Row> read = search.reader()
                .query(CollectionKind.RELATIONS, touches, CollectionReader.allFields(CollectionKind.RELATIONS), rows);
        if (!read.full()) {
            // The search is not needed; it has a timeout, and nothing waits for it.
            searching.interrupt();
            read.rows().forEach(row -> groups.add(ScoredRow.of(row, vector)));
            return;
        }
        InterruptibleWait.result(task).forEach(groups::add);
        read.rows().forEach(row -> groups.add(ScoredRow.of(row, vector)));
    }
}
