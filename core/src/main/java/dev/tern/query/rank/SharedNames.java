package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.query.rank.Neighbourhood.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A passage that shares a name with one of the best passages may continue it ("Hester Maddox ground
 * it", "Maddox lived at Plover House"), more surely the rarer the name. It gains
 *
 * <pre>  0.5 / sqrt(1 + rank of the other passage)  /  number of passages that have the name, at least 2</pre>
 *
 * <p>Names are taken from statements. Short forms count for the best passages only, since two long
 * names with one short form say little. Names of the question do not count, since the walk starts
 * at them.
 */
final class SharedNames {
    private static final int SHORTEST = 4;
    private static final double GAIN = 0.5;

    private final Neighbourhood neighbourhood;
    private final NameKeys names;
    private final Set<String> asked;

    /**
     * Creates the gains around a question.
     *
     * @param asked the ids of the entities that the question names
     */
    SharedNames(Neighbourhood neighbourhood, Set<String> asked) {
        this.neighbourhood = neighbourhood;
        this.names = neighbourhood.names();
        this.asked = asked;
    }

    /**
     * Returns the gains of passages above 0, by id.
     *
     * @param best the passages whose names count, best first
     */
    Map<String, Double> gains(Collection<Passage> passages, List<Passage> best) {
        Map<String, Set<Integer>> ranks = new HashMap<>();
        Map<String, Integer> rankOfPassage = new HashMap<>();
        for (int rank = 0; rank < best.size(); rank++) {
            rankOfPassage.put(best.get(rank).id(), rank);
            for (String name : names(best.get(rank))) {
                ranks.computeIfAbsent(name, absent -> new LinkedHashSet<>()).add(rank);
                for (String form : EntityName.shortForms(name)) {
                    if (EntityName.isAlias(form, name)) {
                        ranks.computeIfAbsent(form, absent -> new LinkedHashSet<>())
                                .add(rank);
                    }
                }
            }
        }
        Map<String, Double> gains = new HashMap<>();
        for (Passage passage : passages) {
            int own = rankOfPassage.getOrDefault(passage.id(), -1);
            for (String name : namesWithRepetitions(passage)) {
                for (int rank : ranks.getOrDefault(name, Set.of())) {
                    if (rank != own) {
                        gains.merge(passage.id(), gain(name, rank), Math::max);
                        break;
                    }
                }
            }
        }
        gains.values().removeIf(gain -> gain == 0);
        return gains;
    }

    private double gain(String name, int rank) {
        Node node = neighbourhood.entity(names.id(name));
        int having = node.passageCount();
        return asked.contains(node.id) ? 0 : GAIN / Math.sqrt(1 + rank) / Math.max(2, having);
    }

    private Set<String> names(Passage passage) {
        return new LinkedHashSet<>(namesWithRepetitions(passage));
    }

    private List<String> namesWithRepetitions(Passage passage) {
        List<String> found = new ArrayList<>();
        for (Statement statement : passage.statements()) {
            for (String entity : statement.entities()) {
                String name = names.key(entity);
                if (name.length() >= SHORTEST) {
                    found.add(name);
                }
            }
        }
        return found;
    }
}
