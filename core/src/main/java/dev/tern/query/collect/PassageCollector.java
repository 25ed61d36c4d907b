package dev.tern.query.collect;

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

/** Follows chosen relations to their passages. */
final class PassageCollector {
    private PassageCollector() {}

    /**
     * The passages that state the relations, in the order of the relations, each once, followed by others until there are
     * enough. Of a relation that several passages state, the one that ranks best comes in the relation's place, and the
     * rest after the last relation's: a sentence that stands on every page does not take every place.
     *
     * @param relations the chosen relations, the most useful first
     * @param ranked the passages to choose from, best first
     * @param limit the most passages
     * @return passages with falling scores from 1 for the first to above 0
     */
    static List<Scored<Passage>> collect(List<Relation> relations, List<Scored<Passage>> ranked, int limit) {
        Map<String, Integer> rank = new HashMap<>();
        ranked.forEach(passage -> rank.putIfAbsent(passage.value().id(), rank.size()));
        Set<Integer> order = new LinkedHashSet<>();
        relations.forEach(relation -> places(relation, rank).stream().limit(1).forEach(order::add));
        relations.forEach(relation -> order.addAll(places(relation, rank)));
        order.addAll(IntStream.range(0, ranked.size()).boxed().toList());
        List<Scored<Passage>> collected = new ArrayList<>();
        order.stream()
                .limit(limit)
                .forEach(place -> collected.add(new Scored<>(ranked.get(place).value(), 1.0 / (1 + collected.size()))));
        return collected;
    }

    /** The places of the passages that state a relation, best first. */
    private static List<Integer> places(Relation relation, Map<String, Integer> rank) {
        return relation.mentions().stream()
                .flatMap(mention -> Optional.ofNullable(rank.get(mention.passageId())).stream())
                .sorted()
                .toList();
    }
}
