package dev.tern.query.rank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The passages around a question in their order, and what the first of them say.
 *
 * @param passages the best first
 * @param relations what the first passages state, as many of them as were asked for at least, with the mentions in these
 *     passages; empty where there was no round left to look them up
 * @param notes what was asked for and could not be done
 */
public record Ranking(List<Scored<Passage>> passages, List<Embedded<Relation>> relations, List<String> notes)
        implements Traced {
    /** Copies the lists, so that the record is immutable. */
    public Ranking {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
        notes = List.copyOf(notes);
    }

    /**
     * This order, and behind it what another has besides. Scores count from the first of each, for those of two questions cannot
     * be compared otherwise; what both have has the better one.
     */
    public Ranking and(Ranking other) {
        Map<String, Scored<Passage>> all = new LinkedHashMap<>();
        for (Ranking one : List.of(this, other)) {
            for (Scored<Passage> passage : one.passages) {
                double score = passage.score() - one.passages.getFirst().score();
                all.merge(
                        passage.value().id(),
                        new Scored<>(passage.value(), score),
                        (a, b) -> a.score() >= b.score() ? a : b);
            }
        }
        Map<String, Embedded<Relation>> stated = new LinkedHashMap<>();
        relations.forEach(relation -> stated.put(relation.value().key(), relation));
        other.relations.forEach(relation -> stated.putIfAbsent(relation.value().key(), relation));
        return new Ranking(List.copyOf(all.values()), List.copyOf(stated.values()), notes);
    }

    @Override
    public List<Item> items() {
        return passages.stream().map(Item::passage).toList();
    }
}
