package dev.tern.query.collect;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Orders the relations of passages by nearness and by how they connect the passages: a relation
 * gains for each of its entities, at most two, that occurs in several of the passages.
 */
final class RelationOrder {
    private static final double GAIN = 0.2;
    private static final int MAX_GAINS = 2;

    private RelationOrder() {}

    /**
     * Returns the relations that the passages state, best first, without mere lists of names.
     *
     * @param known relations with their nearness to the question
     */
    static List<Scored<Relation>> order(Stream<Scored<Relation>> known, Set<String> passageIds) {
        List<Scored<Relation>> relations = known.filter(relation -> relation.value().mentions().stream()
                        .anyMatch(mention -> passageIds.contains(mention.passageId())))
                .filter(relation -> !relation.value().namesOnly())
                .toList();
        Map<String, Set<String>> passagesOfEntity = new HashMap<>();
        for (Scored<Relation> relation : relations) {
            for (String entity : relation.value().entityIds()) {
                relation.value().mentions().stream()
                        .map(Relation.Mention::passageId)
                        .filter(passageIds::contains)
                        .forEach(passage -> passagesOfEntity
                                .computeIfAbsent(entity, absent -> new HashSet<>())
                                .add(passage));
            }
        }
        List<Scored<Relation>> ordered = new ArrayList<>(relations.size());
        for (Scored<Relation> relation : relations) {
            long shared = relation.value().entityIds().stream()
                    .filter(entity ->
                            passagesOfEntity.getOrDefault(entity, Set.of()).size() > 1)
                    .count();
            double gain = GAIN * Math.min(shared, MAX_GAINS);
            ordered.add(new Scored<>(relation.value(), relation.score() + gain));
        }
        ordered.sort(Scored.bestFirst(Relation::key));
        return ordered;
    }
}
