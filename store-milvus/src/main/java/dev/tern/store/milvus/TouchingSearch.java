package dev.tern.store.milvus;

import dev.tern.graph.Embedded;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.milvus.Reads.Found;
import dev.tern.store.milvus.Reads.Hit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
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

    private final Reads reads;
    private final List<String> entityIds;
    private final float[] vector;

    TouchingSearch(Reads reads, List<String> entityIds, float[] vector) {
        this.reads = reads;
        this.entityIds = entityIds;
        this.vector = vector;
    }

    List<Scored<Relation>> nearest(int limit) {
        RelationSearch.Groups groups = new RelationSearch.Groups();
        Optional<List<Row>> few = reads.passing().flatMap(Passing::relationsAtHand);
        if (few.isPresent()) {
            Set<String> ids = Set.copyOf(entityIds);
            few.get().stream().filter(row -> touches(row, ids)).forEach(row -> groups.add(new Hit(row, cosine(row))));
            return groups.best(limit);
        }
        for (List<String> ids : Reads.parts(entityIds, IDS_A_FILTER)) {
            Condition touches = Condition.in(Fields.FIRST_ENTITY, ids).or(Condition.in(Fields.SECOND_ENTITY, ids));
            addNearest(groups, touches, limit);
        }
        return groups.best(limit);
    }

    private static boolean touches(Row row, Set<String> ids) {
        return ids.contains(row.text(Fields.FIRST_ENTITY)) || ids.contains(row.text(Fields.SECOND_ENTITY));
    }

    private void addNearest(RelationSearch.Groups groups, Condition touches, int limit) {
        int rows = RelationSearch.rowsFor(limit, reads.mostRows());
        FutureTask<List<Scored<Relation>>> search =
                new FutureTask<>(() -> new RelationSearch(reads, vector, touches).nearest(limit));
        Thread searching = Thread.startVirtualThread(search);
        Found<Row> read = reads.query(CollectionKind.RELATIONS, touches, Reads.whole(CollectionKind.RELATIONS), rows);
        if (!read.full()) {
            // The search is not needed; it is bounded in time, and nobody waits for it.
            searching.interrupt();
            read.rows().forEach(row -> groups.add(new Hit(row, cosine(row))));
            return;
        }
        result(search).forEach(groups::add);
        read.rows().stream()
                .filter(row -> !groups.isWhole(row.text(Fields.KEY)))
                .forEach(row -> groups.add(new Hit(row, cosine(row))));
    }

    private double cosine(Row row) {
        return new Embedded<>("", row.vector()).cosine(vector);
    }

    private static List<Scored<Relation>> result(FutureTask<List<Scored<Relation>>> search) {
        try {
            return search.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.util.concurrent.CancellationException("interrupted while waiting for Milvus");
        }
    }
}
