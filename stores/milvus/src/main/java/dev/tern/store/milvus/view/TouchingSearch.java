package dev.tern.store.milvus.view;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.milvus.client.Waiting;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.Found;
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
 * The relations that touch a frontier, nearest first.
 *
 * <p>A vector search with a filter is approximate, and loses most of what passes where that is little; reading all that
 * passes is exact, and too much at a hub. So both are asked for at once, each bounded: all rows if they are no more than
 * wanted, else the nearest that the search finds and those that were read. A hub of any size costs the same.
 */
final class TouchingSearch {
    private static final int IDS_A_FILTER = 4_096;

    private final FilteredSearch search;
    private final List<String> entityIds;
    private final float[] vector;

    TouchingSearch(FilteredSearch search, List<String> entityIds, float[] vector) {
        this.search = search;
        this.entityIds = entityIds;
        this.vector = vector;
    }

    List<Scored<Relation>> nearest(int limit) {
        RelationSearch.Groups groups = new RelationSearch.Groups();
        Optional<List<Row>> few = search.relationsAtHand();
        if (few.isPresent()) {
            Set<String> ids = Set.copyOf(entityIds);
            few.get().stream().filter(row -> touches(row, ids)).forEach(row -> groups.add(ScoredRow.of(row, vector)));
            return groups.best(limit);
        }
        for (List<String> ids : CollectionReader.parts(entityIds, IDS_A_FILTER)) {
            Condition touches = Condition.in(Fields.FIRST_ENTITY, ids).or(Condition.in(Fields.SECOND_ENTITY, ids));
            addNearest(groups, touches, limit);
        }
        return groups.best(limit);
    }

    private static boolean touches(Row row, Set<String> ids) {
        return ids.contains(row.text(Fields.FIRST_ENTITY)) || ids.contains(row.text(Fields.SECOND_ENTITY));
    }

    private void addNearest(RelationSearch.Groups groups, Condition touches, int limit) {
        int rows = RelationSearch.rowsFor(limit, search.reader().mostRows());
        FutureTask<List<Scored<Relation>>> task =
                new FutureTask<>(() -> new RelationSearch(search, vector, touches).nearest(limit));
        Thread searching = Thread.startVirtualThread(task);
        Found<Row> read = search.reader()
                .query(CollectionKind.RELATIONS, touches, CollectionReader.whole(CollectionKind.RELATIONS), rows);
        if (!read.full()) {
            // The search is not needed; its time is bounded, and nothing waits for it.
            searching.interrupt();
            read.rows().forEach(row -> groups.add(ScoredRow.of(row, vector)));
            return;
        }
        Waiting.result(task).forEach(groups::add);
        read.rows().forEach(row -> groups.add(ScoredRow.of(row, vector)));
    }
}
