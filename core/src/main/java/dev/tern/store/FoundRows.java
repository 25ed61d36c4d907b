package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Turns the rows that a store found, in any order, into the replies that {@link GraphView}
 * promises, so that the order of replies and the grouping of rows into relations are the same in
 * every store.
 */
public final class FoundRows {
    private static final Comparator<Embedded<Passage>> BY_DOCUMENT = Comparator.comparing(
                    (Embedded<Passage> passage) -> passage.value().documentId())
            .thenComparingInt(passage -> passage.value().ordinal())
            .thenComparing(passage -> passage.value().id());

    private FoundRows() {}

    /** Throws an {@link IllegalArgumentException} if a limit of rows is below 1. */
    public static void requireLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
        }
    }

    /** Returns the known values of some ids, each once, in the order of the ids. */
    public static <T> List<T> inOrder(Collection<String> ids, Map<String, T> byId) {
        List<T> found = new ArrayList<>(ids.size());
        for (String id : new LinkedHashSet<>(ids)) {
            T value = byId.get(id);
            if (value != null) {
                found.add(value);
            }
        }
        return found;
    }

    /** Returns the rows nearest to a vector: best first, ties by id, at most {@code limit}. */
    public static <T> List<Scored<T>> nearest(
            Collection<Embedded<T>> rows, Function<T, String> id, float[] vector, int limit) {
        return rows.stream()
                .map(row -> new Scored<>(row.value(), row.cosine(vector)))
                .sorted(Scored.bestFirst(id))
                .limit(limit)
                .toList();
    }

    /** Builds the result of {@link GraphView#passages} from all rows that match a value. */
    public static List<Embedded<Passage>> passages(
            PassagesBy by, Collection<String> values, Collection<Embedded<Passage>> found) {
        Map<String, List<Embedded<Passage>>> byValue = new HashMap<>();
        for (Embedded<Passage> passage : found) {
            by.valuesOf(passage.value())
                    .forEach(value -> byValue.computeIfAbsent(value, each -> new ArrayList<>())
                            .add(passage));
        }
        Map<String, Embedded<Passage>> inOrder = new LinkedHashMap<>();
        for (String value : values) {
            byValue.getOrDefault(value, List.of()).stream()
                    .sorted(BY_DOCUMENT)
                    .forEach(passage -> inOrder.putIfAbsent(passage.value().id(), passage));
        }
        return List.copyOf(inOrder.values());
    }

    /** Builds the result of {@link GraphView#relations} from all rows that match a value. */
    public static List<Embedded<Relation>> relations(
            RelationsBy by, Collection<String> values, Collection<Embedded<RelationRow>> rows) {
        Map<String, Set<String>> keysByValue = new HashMap<>();
        rows.forEach(row -> keysByValue
                .computeIfAbsent(by.valueOf(row.value()), each -> new TreeSet<>())
                .add(row.value().key()));
        Set<String> keys = new LinkedHashSet<>();
        values.forEach(value -> keys.addAll(keysByValue.getOrDefault(value, Set.of())));
        return inOrder(keys, relations(rows));
    }

    /** Returns the relations of some rows by key, each with its mentions in these rows. */
    public static Map<String, Embedded<Relation>> relations(Collection<Embedded<RelationRow>> rows) {
        Map<String, Map<String, Embedded<RelationRow>>> byKey = new LinkedHashMap<>();
        rows.forEach(row -> byKey.computeIfAbsent(row.value().key(), key -> new LinkedHashMap<>())
                .putIfAbsent(row.value().id(), row));
        Map<String, Embedded<Relation>> relations = new HashMap<>();
        byKey.forEach((key, some) -> relations.put(
                key,
                new Embedded<>(
                        RelationRow.relation(
                                some.values().stream().map(Embedded::value).toList()),
                        some.values().iterator().next().vector())));
        return relations;
    }
}
