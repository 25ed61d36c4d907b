package dev.tern.query.expand;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.GraphView;
import dev.tern.store.Round;
import dev.tern.store.Round.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Walks breadth-first from the seeds over relations.
 *
 * <pre>
 *   hop 0     relations touching the seed entities
 *   hop i     relations touching the entities that hop i-1 reached; at hop 1, also the entities
 *             of the seed relations
 *   hop d     the last; relations of all hops are the result
 * </pre>
 *
 * <p>Each hop is one round trip, which looks up the entities not looked up before. So a walk costs
 * d + 1 round trips.
 *
 * <p>If a frontier exceeds its limit, only the entities nearest to the question are kept; an entity
 * is as near as the nearest relation that led to it. If the relations exceed their limit, the store
 * returns the nearest.
 */
public final class Expansion {
    /** The maximum number of relations beside the walk; if reached, some may be missing. */
    public static final int RELATIONS_BESIDE = 1000;

    private final GraphView graph;
    private final int frontierLimit;
    private final int relationLimit;

    /**
     * Creates an expansion over a graph.
     *
     * @param frontierLimit maximum number of entities that a hop starts from
     * @param relationLimit maximum number of relations in the result
     */
    public Expansion(GraphView graph, int frontierLimit, int relationLimit) {
        this.graph = graph;
        this.frontierLimit = frontierLimit;
        this.relationLimit = relationLimit;
    }

    /**
     * Walks from the seeds by {@code degree} hops after hop 0.
     *
     * @param seedEntities ids of entities
     * @param seedRelations relations with their cosines to the question
     * @param beside ids of further entities whose relations, at most {@value #RELATIONS_BESIDE} in
     *     all, are looked up with the first hop but not followed
     * @param question the question's vector
     * @param degree the number of hops, at least 0
     */
    public Subgraph expand(
            Collection<String> seedEntities,
            List<Scored<Relation>> seedRelations,
            Collection<String> beside,
            float[] question,
            int degree) {
        Map<String, Scored<Relation>> reached = new HashMap<>();
        Map<String, Double> nearness = new HashMap<>();
        seedRelations.forEach(relation -> reached.put(relation.value().key(), relation));
        seedEntities.forEach(entity -> nearness.put(entity, Double.POSITIVE_INFINITY));
        Set<String> walked = new HashSet<>();
        List<Scored<Relation>> relationsBeside = List.of();
        boolean cut = false;
        for (int hop = 0; hop <= degree; hop++) {
            if (hop == 1) {
                seedRelations.forEach(relation -> approach(relation, nearness));
            }
            List<String> frontier = frontier(nearness, walked);
            if (frontier.size() > frontierLimit) {
                frontier = frontier.subList(0, frontierLimit);
                cut = true;
            }
            walked.addAll(frontier);
            Round round = graph.round();
            Reply<List<Scored<Relation>>> onward = touching(round, frontier, question, relationLimit);
            Reply<List<Scored<Relation>>> aside =
                    touching(round, hop == 0 ? beside : List.of(), question, RELATIONS_BESIDE);
            round.await();
            List<Scored<Relation>> touching = onward.get();
            if (hop == 0) {
                relationsBeside = aside.get();
            }
            cut |= touching.size() == relationLimit;
            for (Scored<Relation> relation : touching) {
                reached.put(relation.value().key(), relation);
                approach(relation, nearness);
            }
        }
        List<Scored<Relation>> relations = new ArrayList<>(reached.values());
        relations.sort(Scored.bestFirst(Relation::key));
        if (relations.size() > relationLimit) {
            relations = relations.subList(0, relationLimit);
            cut = true;
        }
        String note = "a limit was reached (frontierLimit " + frontierLimit + ", relationLimit " + relationLimit
                + "): the nearest to the question were kept";
        return new Subgraph(walked, relations, relationsBeside, cut, cut ? List.of(note) : List.of());
    }

    private Reply<List<Scored<Relation>>> touching(
            Round round, Collection<String> entities, float[] question, int limit) {
        return entities.isEmpty() ? List::of : round.ask(view -> view.relationsTouching(entities, question, limit));
    }

    /** Returns the entities not walked from yet, nearest to the question first. */
    private static List<String> frontier(Map<String, Double> nearness, Set<String> walked) {
        List<Scored<String>> frontier = new ArrayList<>();
        nearness.forEach((entity, near) -> {
            if (!walked.contains(entity)) {
                frontier.add(new Scored<>(entity, near));
            }
        });
        frontier.sort(Scored.bestFirst(entity -> entity));
        return frontier.stream().map(Scored::value).toList();
    }

    private static void approach(Scored<Relation> relation, Map<String, Double> nearness) {
        for (String entity : relation.value().entityIds()) {
            nearness.merge(entity, relation.score(), Math::max);
        }
    }
}
