package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.rank.Neighbourhood.Node;
import dev.tern.query.rank.RankingParts.Part;
import dev.tern.query.seed.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The two walks of the ranking over what is known of the graph: where mass starts, and what it reaches. */
final class Walk {
    private static final double PUSH_THRESHOLD = 1e-3;
    private static final double RELATION_SEED = 0.1;
    private static final double PASSAGE_SEED = 0.005;
    private static final double SMALLEST = 1e-6;

    /** From this number of known neighbours on, an entity is a hub, and further ones would change little. */
    private static final int WELL_KNOWN = 200;

    private final Names names;
    private final Seeds seeds;
    private final Neighbourhood neighbourhood;
    private final RankingParts parts;
    private final ForwardPush push = new ForwardPush(PUSH_THRESHOLD);

    Walk(Names names, Seeds seeds, Neighbourhood neighbourhood, RankingParts parts) {
        this.names = names;
        this.seeds = seeds;
        this.neighbourhood = neighbourhood;
        this.parts = parts;
    }

    /** The mass of every node that the walk reaches from all seeds; the sum is at most 1. */
    Map<Node, Double> reach() {
        return push.push(allSeeds(), node -> true);
    }

    /** The passages among some nodes, most mass first, as far as they are wanted. */
    static List<String> passages(Map<Node, Double> mass, Predicate<Node> wanted) {
        List<Scored<String>> passages = new ArrayList<>();
        mass.forEach((node, value) -> {
            if (node.passage && value > 0 && wanted.test(node)) {
                passages.add(new Scored<>(node.id, value));
            }
        });
        passages.sort(Scored.bestFirst(id -> id));
        return passages.stream().map(Scored::value).toList();
    }

    /** The entities that a walk reached with so much mass that they push, and of which too few relations are known. */
    static List<String> incomplete(Map<Node, Double> mass) {
        List<String> entities = new ArrayList<>();
        mass.forEach((node, value) -> {
            boolean known = node.isWhole() || node.edges().size() >= WELL_KNOWN;
            if (!node.passage && !known && value >= PUSH_THRESHOLD) {
                entities.add(node.id);
            }
        });
        return entities;
    }

    /**
     * By passage, the mass that its entities have in the walk from the names alone, every statement counted; entities that
     * did not push add nothing.
     */
    Map<String, Double> reachOfNames() {
        Map<String, Double> passages = new HashMap<>();
        push.push(normalised(nameSeeds()), node -> !node.passage)
                .forEach((entity, mass) -> entity.edges().forEach((neighbour, weight) -> {
                    int stated = neighbour.passage ? entity.stated(neighbour) : 0;
                    if (stated > 0) {
                        passages.merge(neighbour.id, stated * mass, Double::sum);
                    }
                }));
        return passages;
    }

    private Map<Node, Double> allSeeds() {
        Map<Node, Double> mass = nameSeeds();
        for (Names.Titled titled : names.titles()) {
            double share = titled.weight() / titled.passages().size();
            titled.passages()
                    .forEach(passage ->
                            add(mass, neighbourhood.passage(passage.value().id()), share));
        }
        Set<Node> ofRelations = new LinkedHashSet<>();
        for (Scored<Relation> relation : seeds.nearestRelations()) {
            relation.value().entityIds().forEach(id -> ofRelations.add(neighbourhood.entity(id)));
        }
        ofRelations.forEach(
                node -> add(mass, node, parts.weight(Part.RELATION_SEEDS, RELATION_SEED) / node.passageCount()));
        double first = seeds.passages().getFirst().score();
        double last = seeds.passages().getLast().score();
        double spread = Math.max(first - last, SMALLEST);
        for (Scored<Passage> passage : seeds.passages()) {
            Node node = neighbourhood.passage(passage.value().id());
            add(mass, node, parts.weight(Part.PASSAGE_SEEDS, PASSAGE_SEED) * (passage.score() - last) / spread);
        }
        return normalised(mass);
    }

    /** What the question names, a name in few passages weighing more. */
    private Map<Node, Double> nameSeeds() {
        Map<Node, Double> mass = new LinkedHashMap<>();
        names.entities().forEach((id, weight) -> {
            Node node = neighbourhood.entity(id);
            add(mass, node, weight / node.passageCount());
        });
        return mass;
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
}
