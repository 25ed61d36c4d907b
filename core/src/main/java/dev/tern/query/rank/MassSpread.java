package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.rank.Neighbourhood.Node;
import dev.tern.query.rank.RankingParts.Part;
import dev.tern.query.seed.Seeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Runs the two walks of the ranking from their seeds, over the known part of the graph. */
final class MassSpread {
    private static final double PUSH_THRESHOLD = 1e-3;
    private static final double RELATION_SEED = 0.1;
    private static final double PASSAGE_SEED = 0.005;
    private static final double MIN_MASS = 1e-6;

    /** The number of known neighbours from which more of them change the mass little. */
    private static final int WELL_KNOWN = 200;

    private final QuestionNames names;
    private final Seeds seeds;
    private final Neighbourhood neighbourhood;
    private final RankingParts parts;
    private final ForwardPush push = new ForwardPush(PUSH_THRESHOLD);

    MassSpread(QuestionNames names, Seeds seeds, Neighbourhood neighbourhood, RankingParts parts) {
        this.names = names;
        this.seeds = seeds;
        this.neighbourhood = neighbourhood;
        this.parts = parts;
    }

    /** Returns the mass of every node reached from all seeds; the sum is at most 1. */
    NodeMass spread() {
        Map<Node, Double> allSeeds = allSeeds();
        return push.push(neighbourhood, allSeeds, node -> true);
    }

    /** Returns the ids of the wanted passages with mass, most mass first, ties by id. */
    static List<String> passages(NodeMass mass, Predicate<Node> wanted) {
        List<Scored<String>> passages = new ArrayList<>();
        mass.forEach((node, value) -> {
            if (node.passage && value > 0 && wanted.test(node)) {
                passages.add(new Scored<>(node.id, value));
            }
        });
        passages.sort(Scored.bestFirst(id -> id));
        return passages.stream().map(Scored::value).toList();
    }

    /** Returns the ids of entities with enough mass to push, but too few known relations. */
    static List<String> incomplete(NodeMass mass) {
        List<String> entities = new ArrayList<>();
        mass.forEach((node, value) -> {
            boolean known = node.isComplete() || node.degree() >= WELL_KNOWN;
            if (!node.passage && !known && value >= PUSH_THRESHOLD) {
                entities.add(node.id);
            }
        });
        return entities;
    }

    /**
     * Returns a function from a passage to the mass of its entities in the walk from the names
     * alone; an entity counts once for each statement of the passage that names it.
     */
    ToDoubleFunction<Node> reachOfNames() {
        Map<Node, Double> nameSeeds = normalised(nameSeeds());
        double[] passages = new double[neighbourhood.size()];
        push.push(neighbourhood, nameSeeds, node -> !node.passage).forEach((entity, mass) -> {
            int degree = entity.degree();
            for (int place = 0; place < degree; place++) {
                Node neighbour = entity.neighbour(place);
                int stated = neighbour.passage ? entity.statementCount(place) : 0;
                passages[neighbour.number] += stated * mass;
            }
        });
        return passage -> passage.number < passages.length ? passages[passage.number] : 0;
    }

    private Map<Node, Double> allSeeds() {
        Map<Node, Double> mass = nameSeeds();
        for (QuestionNames.TitledPassages titled : names.titles()) {
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
        double spread = Math.max(first - last, MIN_MASS);
        for (Scored<Passage> passage : seeds.passages()) {
            Node node = neighbourhood.passage(passage.value().id());
            add(mass, node, parts.weight(Part.PASSAGE_SEEDS, PASSAGE_SEED) * (passage.score() - last) / spread);
        }
        return normalised(mass);
    }

    /** Returns the initial masses of names: the confidence divided by the number of passages. */
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
