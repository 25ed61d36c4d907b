package dev.tern.query.rerank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.rerank.Neighbourhood.Node;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ranks passages, and relations after them, without a language model: by propagation in the graph and by similarity.
 *
 * <p>Mass starts at what the question names, at the entities of the nearest relations and, a little, at the nearest
 * passages; it spreads over entities and passages ({@link ForwardPush}; HippoRAG, Gutiérrez et al. 2024, walks the same
 * way). A second walk from the names alone, over entities only, says how near a passage's entities are to them. What the
 * best passages name as a title of another passage is a bridge ({@link TitleBridge}). With q the question and q' the
 * question without its names, which says what is asked of them, the score of a passage p is
 *
 * <pre>  0.8 ln(G + ε) + 0.15 ln(C + ε) + 2 cos(q, p) + 6 cos(q', p) + 7 B + 8 E</pre>
 *
 * <p>G the mass of p, C the mass of its entities in the second walk, B its bridge and E, for the fifty best so far, the
 * evidence of its relations ({@link RelationEvidence}). The weights are one configuration for all data; around them the
 * optimum is flat. A graph without relations gives nothing to walk: then the order is that of similarity.
 *
 * <p>It needs the store's look-ups only, and brings two hundred passages at most: the hundred nearest, and the hundred
 * with most mass.
 */
public final class LocalRanker {
    private static final double PUSH_THRESHOLD = 1e-3;
    private static final int PUSH_ROUNDS = 4;
    private static final int LOOKUP_LIMIT = 4000;
    private static final int NEAREST_PASSAGES = 100;
    private static final int REACHED_PASSAGES = 100;
    private static final int BRIDGE_PASSAGES = 5;
    private static final int EVIDENCE_PASSAGES = 50;
    private static final double EVIDENCE_WEIGHT = 8;
    private static final double RELATION_SEED = 0.1;
    private static final double PASSAGE_SEED = 0.005;
    private static final double EPSILON = 1e-6;
    private static final double RANK_PENALTY = 0.1;

    private final GraphView graph;

    /** A ranker over a store. */
    public LocalRanker(GraphView graph) {
        this.graph = graph;
    }

    /**
     * What the ranking starts from.
     *
     * @param question the question's vector
     * @param residual the vector of the question without its names
     * @param namedEntityIds the entities that the question names
     * @param titledPassageIds for each name that is only a title, the passages of that title
     * @param relations the relations nearest to the question, best first, with cosines
     * @param walkedEntityIds entities of which all relations are among {@code walked}; may be empty
     * @param walked relations that need not be looked up again
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    public record Start(
            float[] question,
            float[] residual,
            Set<String> namedEntityIds,
            List<List<String>> titledPassageIds,
            List<Scored<Relation>> relations,
            Set<String> walkedEntityIds,
            List<Scored<Relation>> walked) {}

    /**
     * The passages around a question, best first; at least {@code atLeast} if the graph has as many.
     */
    public List<Scored<Passage>> passages(Start start, int atLeast) {
        List<Scored<Passage>> nearest = graph.nearestPassages(start.question, Math.max(NEAREST_PASSAGES, atLeast));
        boolean nothingToWalk = start.relations.isEmpty() && start.namedEntityIds.isEmpty();
        if (nothingToWalk || nearest.isEmpty()) {
            return nearest;
        }
        Neighbourhood neighbourhood = new Neighbourhood(graph, start.question, LOOKUP_LIMIT);
        neighbourhood.take(start.walkedEntityIds, start.walked);
        neighbourhood.bring(seedEntities(start, neighbourhood));
        ForwardPush push = new ForwardPush(neighbourhood, PUSH_THRESHOLD, PUSH_ROUNDS);
        Map<String, Double> walked = byPassage(push.push(seeds(start, nearest, neighbourhood), node -> true));
        Map<String, Double> names =
                nameMass(push.push(normalised(nameSeeds(start, neighbourhood)), node -> !node.passage));

        List<String> reached = walked.entrySet().stream()
                .map(entry -> new Scored<>(entry.getKey(), entry.getValue()))
                .sorted(Scored.bestFirst(id -> id))
                .map(Scored::value)
                .limit(REACHED_PASSAGES)
                .toList();
        Set<String> ids = new LinkedHashSet<>(reached);
        nearest.forEach(passage -> ids.add(passage.value().id()));
        Map<String, Embedded<Passage>> passages = new LinkedHashMap<>();
        graph.passages(PassagesBy.ID, ids)
                .forEach(passage -> passages.put(passage.value().id(), passage));
        List<Passage> best = reached.stream()
                .flatMap(id -> Optional.ofNullable(passages.get(id)).stream())
                .limit(BRIDGE_PASSAGES)
                .map(Embedded::value)
                .toList();
        Map<String, Double> bridge = new HashMap<>();
        for (TitleBridge.Gain gain : new TitleBridge(graph, neighbourhood).from(best)) {
            bridge.put(gain.passage().value().id(), gain.gain());
            passages.putIfAbsent(gain.passage().value().id(), gain.passage());
        }
        List<Scored<Passage>> ranked = new ArrayList<>(passages.size());
        passages.forEach((id, passage) -> ranked.add(new Scored<>(
                passage.value(),
                0.8 * Math.log(walked.getOrDefault(id, 0.0) + EPSILON)
                        + 0.15 * Math.log(names.getOrDefault(id, 0.0) + EPSILON)
                        + 2 * passage.cosine(start.question)
                        + 6 * passage.cosine(start.residual)
                        + 7 * bridge.getOrDefault(id, 0.0))));
        ranked.sort(Scored.bestFirst(Passage::id));
        return withEvidence(ranked, start.residual);
    }

    /** Adds the evidence of the relations to the best passages; the others stay behind them. */
    private List<Scored<Passage>> withEvidence(List<Scored<Passage>> ranked, float[] residual) {
        List<Scored<Passage>> best = ranked.subList(0, Math.min(EVIDENCE_PASSAGES, ranked.size()));
        Map<String, Double> evidence = new RelationEvidence(graph)
                .of(best.stream().map(scored -> scored.value().id()).toList(), residual);
        double least =
                evidence.values().stream().mapToDouble(value -> value).min().orElse(0);
        List<Scored<Passage>> ordered = new ArrayList<>(ranked.size());
        for (int i = 0; i < ranked.size(); i++) {
            Scored<Passage> passage = ranked.get(i);
            double says =
                    i < best.size() ? evidence.getOrDefault(passage.value().id(), least) : least;
            ordered.add(new Scored<>(passage.value(), passage.score() + EVIDENCE_WEIGHT * says));
        }
        ordered.sort(Scored.bestFirst(Passage::id));
        return ordered;
    }

    private static List<Node> seedEntities(Start start, Neighbourhood neighbourhood) {
        Set<Node> nodes = new LinkedHashSet<>();
        start.namedEntityIds.forEach(id -> nodes.add(neighbourhood.entity(id)));
        start.relations.forEach(
                relation -> relation.value().entityIds().forEach(id -> nodes.add(neighbourhood.entity(id))));
        return List.copyOf(nodes);
    }

    private static Map<Node, Double> seeds(Start start, List<Scored<Passage>> nearest, Neighbourhood neighbourhood) {
        Map<Node, Double> seeds = nameSeeds(start, neighbourhood);
        for (List<String> titled : start.titledPassageIds) {
            titled.forEach(id -> add(seeds, neighbourhood.passage(id), 1.0 / titled.size()));
        }
        Map<Node, List<Double>> nearness = new LinkedHashMap<>();
        double top = start.relations.stream().mapToDouble(Scored::score).max().orElse(1);
        for (Scored<Relation> relation : start.relations) {
            for (String id : relation.value().entityIds()) {
                nearness.computeIfAbsent(neighbourhood.entity(id), absent -> new ArrayList<>())
                        .add(Math.max(0, relation.score() / Math.max(top, EPSILON)));
            }
        }
        nearness.forEach((node, scores) -> {
            double mean = scores.stream().mapToDouble(score -> score).sum() / scores.size();
            add(seeds, node, RELATION_SEED * mean / node.passageCount());
        });
        double first = nearest.getFirst().score();
        double last = nearest.getLast().score();
        double spread = Math.max(first - last, EPSILON);
        for (Scored<Passage> passage : nearest) {
            Node node = neighbourhood.passage(passage.value().id());
            add(seeds, node, PASSAGE_SEED * (passage.score() - last) / spread);
        }
        return normalised(seeds);
    }

    /** What the question names, a name in few passages weighing more. */
    private static Map<Node, Double> nameSeeds(Start start, Neighbourhood neighbourhood) {
        Map<Node, Double> seeds = new LinkedHashMap<>();
        for (String id : start.namedEntityIds) {
            Node node = neighbourhood.entity(id);
            add(seeds, node, 1.0 / node.passageCount());
        }
        return seeds;
    }

    private static void add(Map<Node, Double> seeds, Node node, double mass) {
        if (mass > 0) {
            seeds.merge(node, mass, Double::sum);
        }
    }

    private static Map<Node, Double> normalised(Map<Node, Double> seeds) {
        double sum = seeds.values().stream().mapToDouble(mass -> mass).sum();
        seeds.replaceAll((node, mass) -> mass / sum);
        return seeds;
    }

    private static Map<String, Double> byPassage(Map<Node, Double> mass) {
        Map<String, Double> passages = new LinkedHashMap<>();
        mass.forEach((node, value) -> {
            if (node.passage && value > 0) {
                passages.put(node.id, value);
            }
        });
        return passages;
    }

    /** The mass of each passage's entities, every statement counted; entities that did not push add nothing. */
    private static Map<String, Double> nameMass(Map<Node, Double> entityMass) {
        Map<String, Double> passages = new HashMap<>();
        entityMass.forEach((entity, mass) -> entity.edges().forEach((neighbour, weight) -> {
            if (neighbour.passage) {
                passages.merge(neighbour.id, weight * mass, Double::sum);
            }
        }));
        return passages;
    }

    /**
     * Relations ordered by their nearness and by the rank of the best passage that states them.
     *
     * @param relations relations with cosines to what is asked
     * @param ranked passages, best first
     */
    public static List<Scored<Relation>> relations(List<Scored<Relation>> relations, List<Scored<Passage>> ranked) {
        Map<String, Integer> rank = new HashMap<>();
        ranked.forEach(passage -> rank.put(passage.value().id(), rank.size()));
        List<Scored<Relation>> ordered = new ArrayList<>(relations.size());
        for (Scored<Relation> relation : relations) {
            int best = relation.value().mentions().stream()
                    .mapToInt(mention -> rank.getOrDefault(mention.passageId(), ranked.size()))
                    .min()
                    .orElse(ranked.size());
            ordered.add(new Scored<>(relation.value(), relation.score() - RANK_PENALTY * Math.log(1 + best)));
        }
        ordered.sort(Scored.bestFirst(Relation::key));
        return ordered;
    }
}
