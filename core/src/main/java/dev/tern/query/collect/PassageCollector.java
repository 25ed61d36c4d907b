package dev.tern.query.collect;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphStore.PassagesBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Follows chosen relations to their passages. */
public final class PassageCollector {
    private PassageCollector() {}

    /**
     * The passages that state the relations, in the order of the relations, each once, followed by others until there are
     * enough. Where several passages state one relation, the one that ranks better among the others comes first.
     *
     * @param relations the chosen relations, the most useful first
     * @param others passages that fill up what is missing, best first, with scores
     * @param limit the most passages
     * @param store where passages that are not among the others are looked up
     * @return passages with falling scores from 1 for the first to above 0
     */
    public static List<Scored<Passage>> collect(
            List<Relation> relations, List<Scored<Passage>> others, int limit, GraphStore store) {
        Map<String, Integer> rank = new LinkedHashMap<>();
        others.forEach(other -> rank.putIfAbsent(other.value().id(), rank.size()));
        Map<String, Passage> known = new LinkedHashMap<>();
        others.forEach(other -> known.put(other.value().id(), other.value()));
        List<String> order = new ArrayList<>();
        for (Relation relation : relations) {
            relation.mentions().stream()
                    .map(Relation.Mention::passageId)
                    .sorted((a, b) -> Integer.compare(
                            rank.getOrDefault(a, Integer.MAX_VALUE), rank.getOrDefault(b, Integer.MAX_VALUE)))
                    .filter(id -> !order.contains(id))
                    .limit(Math.max(0, limit - order.size()))
                    .forEach(order::add);
        }
        for (String id : rank.keySet()) {
            if (order.size() < limit && !order.contains(id)) {
                order.add(id);
            }
        }
        List<String> missing =
                order.stream().filter(id -> !known.containsKey(id)).toList();
        if (!missing.isEmpty()) {
            for (Embedded<Passage> passage : store.passages(PassagesBy.ID, missing)) {
                known.put(passage.value().id(), passage.value());
            }
        }
        List<Scored<Passage>> collected = new ArrayList<>();
        for (String id : order) {
            Passage passage = known.get(id);
            if (passage != null) {
                collected.add(new Scored<>(passage, 1.0 / (1 + collected.size())));
            }
        }
        return collected;
    }
}
