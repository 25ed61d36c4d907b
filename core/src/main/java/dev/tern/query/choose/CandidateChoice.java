package dev.tern.query.choose;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.TokenEstimator;
import dev.tern.query.choose.CandidateList.Candidate;
import dev.tern.query.expand.Subgraph;
import dev.tern.query.rank.PassageTopic;
import dev.tern.query.rank.Ranking;
import dev.tern.query.seed.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses candidates for the chat model, to include the relations that lead to the right passages
 * for as few tokens as possible.
 *
 * <p>The relations of the first {@value #PASSAGES} passages, as ranked by {@link
 * dev.tern.query.rank.LocalRanker}, are offered in the order of
 *
 * <pre>  (cos(q, r) + cos(q', r)) / 2 + 0.3 T + 0.6 F - 0.25 ln(1 + rank) - 0.03 tokens</pre>
 *
 * <p>with q the question, q' the question without its names, T 1 if the relation names a topic of
 * one of the ten best passages that its own passage lacks, F 1 for the first relation of its
 * passage, rank the rank of the passage from 0, and tokens the tokens of the relation. So the best
 * relation of a passage precedes most second ones. Mere lists of names are skipped, and of a
 * passage's relations with nearly the same vector, all but the first.
 *
 * <p>The weights were tuned on the questions with even numbers of four sets. Small changes hardly
 * change the recall, also on the questions with odd numbers.
 */
public final class CandidateChoice {
    /** The number of first passages whose relations are offered. */
    public static final int PASSAGES = 60;

    private static final double TITLED = 0.3;
    private static final double FIRST = 0.6;
    private static final double RANK = 0.25;
    private static final double TOKEN = 0.03;
    private static final double SAME_COSINE = 0.95;
    private static final int TITLES = 10;

    private CandidateChoice() {}

    /**
     * Returns the list to show.
     *
     * @param ranking the passages with the relations of the first of them
     * @param walked the expansion, whose relations are offered if the ranking has none
     * @param tokenBudget maximum tokens of the list
     */
    public static CandidateList list(Seeds seeds, Ranking ranking, Subgraph walked, int tokenBudget) {
        List<Scored<Relation>> scored = ranking.relations().isEmpty()
                ? walked.relations()
                : ranking.relations().stream()
                        .map(relation -> new Scored<>(
                                relation.value(),
                                (relation.cosine(seeds.question()) + relation.cosine(seeds.residual())) / 2))
                        .toList();
        Map<String, Embedded<Relation>> vectors = new HashMap<>();
        ranking.relations().forEach(relation -> vectors.put(relation.value().key(), relation));
        return new CandidateList(bestFirst(ranking.passages(), scored, vectors), tokenBudget);
    }

    private static List<Candidate> bestFirst(
            List<Scored<Passage>> ranked, List<Scored<Relation>> relations, Map<String, Embedded<Relation>> vectors) {
        Map<String, Integer> rank = new HashMap<>();
        ranked.stream()
                .limit(PASSAGES)
                .forEach(passage -> rank.put(passage.value().id(), rank.size()));
        Map<Integer, List<Scored<Relation>>> byRank = new HashMap<>();
        Titles titles =
                new Titles(ranked.stream().limit(TITLES).map(Scored::value).toList());
        for (Scored<Relation> relation : relations) {
            if (relation.value().namesOnly()) {
                continue;
            }
            relation.value().mentions().stream()
                    .map(mention -> rank.getOrDefault(mention.passageId(), PASSAGES))
                    .min(Integer::compare)
                    .filter(best -> best < PASSAGES)
                    .ifPresent(best -> byRank.computeIfAbsent(best, none -> new ArrayList<>())
                            .add(new Scored<>(
                                    relation.value(), relation.score() + value(relation.value(), best, titles))));
        }
        List<Scored<Candidate>> candidates = new ArrayList<>();
        byRank.forEach((place, stated) -> {
            String title = ranked.get(place).value().title();
            double passageScore = ranked.get(place).score();
            for (Scored<Relation> relation : distinct(stated, vectors)) {
                double first =
                        candidates.isEmpty() || candidates.getLast().value().rank() != place ? FIRST : 0;
                candidates.add(new Scored<>(
                        new Candidate(relation.value(), title, place, passageScore), relation.score() + first));
            }
        });
        candidates.sort(Scored.bestFirst(candidate -> candidate.relation().key()));
        return candidates.stream().map(Scored::value).toList();
    }

    /** Returns the score of a relation without its nearness and its place in the passage. */
    private static double value(Relation relation, int rank, Titles titles) {
        boolean titled = relation.entityIds().stream().anyMatch(entity -> titles.ofAnother(entity, rank));
        return (titled ? TITLED : 0) - RANK * Math.log(1 + rank) - TOKEN * TokenEstimator.estimate(relation.text());
    }

    /** Returns the relations of one passage, best first, without near duplicates. */
    private static List<Scored<Relation>> distinct(
            List<Scored<Relation>> relations, Map<String, Embedded<Relation>> vectors) {
        List<Scored<Relation>> distinct = new ArrayList<>();
        List<Embedded<Relation>> before = new ArrayList<>();
        List<Scored<Relation>> bestFirst = new ArrayList<>(relations);
        bestFirst.sort(Scored.bestFirst(Relation::key));
        for (Scored<Relation> relation : bestFirst) {
            Embedded<Relation> vector = vectors.get(relation.value().key());
            if (vector == null || before.stream().noneMatch(other -> other.cosine(vector.vector()) > SAME_COSINE)) {
                distinct.add(relation);
                if (vector != null) {
                    before.add(vector);
                }
            }
        }
        return distinct;
    }

    /** The entities that are topics of the best passages. */
    private static final class Titles {
        private final Map<String, Set<Integer>> ranksOfEntity = new HashMap<>();

        Titles(List<Passage> best) {
            for (int rank = 0; rank < best.size(); rank++) {
                for (String key : PassageTopic.of(best.get(rank))) {
                    ranksOfEntity
                            .computeIfAbsent(ContentId.ofEntity(key), none -> new HashSet<>())
                            .add(rank);
                }
            }
        }

        /** Returns true if an entity is a topic, but not of the passage at this rank. */
        boolean ofAnother(String entityId, int rank) {
            Set<Integer> ranks = ranksOfEntity.getOrDefault(entityId, Set.of());
            return !ranks.isEmpty() && !ranks.contains(rank);
        }
    }
}
