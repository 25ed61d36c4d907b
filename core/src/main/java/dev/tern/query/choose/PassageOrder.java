package dev.tern.query.choose;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Orders passages by a chat model's choice. */
public final class PassageOrder {
    private PassageOrder() {}

    /**
     * Returns the passages that state the relations, in the order of the relations, each once,
     * followed by the other passages. Of several passages that state a relation, the best-ranked
     * comes in the relation's place, the others after the last relation.
     *
     * @param relations the chosen relations, the most useful first
     * @param ranked the passages to choose from, best first
     * @return all passages; the nth has the score 1/n
     */
    public static List<Scored<Passage>> following(List<Relation> relations, List<Scored<Passage>> ranked) {
        Map<String, Integer> rank = new HashMap<>();
        ranked.forEach(passage -> rank.putIfAbsent(passage.value().id(), rank.size()));
        Set<Integer> order = new LinkedHashSet<>();
        relations.forEach(relation -> ranks(relation, rank).stream().limit(1).forEach(order::add));
        relations.forEach(relation -> order.addAll(ranks(relation, rank)));
        order.addAll(IntStream.range(0, ranked.size()).boxed().toList());
        List<Scored<Passage>> ordered = new ArrayList<>(ranked.size());
        order.forEach(place -> ordered.add(new Scored<>(ranked.get(place).value(), 1.0 / (1 + ordered.size()))));
        return ordered;
    }

    /** Returns the ranks of the passages that state a relation, best first. */
    private static List<Integer> ranks(Relation relation, Map<String, Integer> rank) {
        return relation.mentions().stream()
                .flatMap(mention -> Optional.ofNullable(rank.get(mention.passageId())).stream())
                .sorted()
                .toList();
    }
}
