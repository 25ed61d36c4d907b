package dev.tern.query.collect;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows chosen relations to their passages. */
public final class PassageCollector {
    private PassageCollector() {}

    /**
     * The passages that state the relations, in the order of the relations, each once, followed by others until there are
     * enough. Of a relation that several passages state, the one that ranks best among the others comes in the relation's
     * place, and the rest after the last relation's: a sentence that stands on every page does not take every place.
     *
     * @param relations the chosen relations, the most useful first
     * @param others passages that fill up what is missing, best first, with scores
     * @param limit the most passages
     * @param graph where passages that are not among the others are looked up
     * @return passages with falling scores from 1 for the first to above 0
     */
    public static List<Scored<Passage>> collect(
            List<Relation> relations, List<Scored<Passage>> others, int limit, GraphView graph) {
        Map<String, Integer> rank = new LinkedHashMap<>();
        others.forEach(other -> rank.putIfAbsent(other.value().id(), rank.size()));
        Map<String, Passage> known = new LinkedHashMap<>();
        others.forEach(other -> known.put(other.value().id(), other.value()));
        Set<String> order = new LinkedHashSet<>();
        relations.forEach(relation -> mentions(relation, rank).stream().limit(1).forEach(order::add));
        relations.forEach(relation -> order.addAll(mentions(relation, rank)));
        order.addAll(rank.keySet());
        List<String> wanted = order.stream().limit(limit).toList();
        List<String> missing =
                wanted.stream().filter(id -> !known.containsKey(id)).toList();
        if (!missing.isEmpty()) {
            for (Embedded<Passage> passage : graph.passages(PassagesBy.ID, missing)) {
                known.put(passage.value().id(), passage.value());
            }
        }
        List<Scored<Passage>> collected = new ArrayList<>();
        for (String id : wanted) {
            Passage passage = known.get(id);
            if (passage != null) {
                collected.add(new Scored<>(passage, 1.0 / (1 + collected.size())));
            }
        }
        return collected;
    }

    /** The passages that state a relation, best ranked first. */
    private static List<String> mentions(Relation relation, Map<String, Integer> rank) {
        return relation.mentions().stream()
                .map(Relation.Mention::passageId)
                .sorted(Comparator.comparingInt(id -> rank.getOrDefault(id, Integer.MAX_VALUE)))
                .toList();
    }
}
