package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.query.rank.Neighbourhood.Node;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Favours passages that share a name with one of the best passages, which they may continue
 * ("Hester Maddox ground it", "Maddox lived at Plover House"); the rarer the name, the likelier. A
 * passage gains
 *
 * <pre>  0.5 / sqrt(1 + rank of the other passage)  /  max(2, passages that have the name)</pre>
 *
 * <p>Names are taken from statements. Short forms count for the best passages only, since two long
 * names with the same short form are seldom one entity. Names of the question do not count, since
 * the walk starts at them, nor do names of fewer than {@value #MIN_NAME_LENGTH} characters. Ranks
 * are from 0. Not thread-safe.
 */
final class SharedNames {
    private static final int MIN_NAME_LENGTH = 4;
    private static final double GAIN = 0.5;

    private final Neighbourhood neighbourhood;
    private final Set<String> asked;

    /**
     * Creates a scorer for one question.
     *
     * @param asked the ids of the entities that the question names
     */
    SharedNames(Neighbourhood neighbourhood, Set<String> asked) {
        this.neighbourhood = neighbourhood;
        this.asked = asked;
    }

    /** A name of the best passages: their ranks, and the number of known passages with it. */
    private record SharedName(Set<Integer> ranks, int passageCount) {
        double gain(int rank) {
            return GAIN / Math.sqrt(1 + rank) / Math.max(2, passageCount);
        }
    }

    /**
     * Returns the gains above 0, by the id of the passage.
     *
     * @param passages the passages to compare, known to the neighbourhood
     * @param best the passages whose names count, best first
     */
    Map<String, Double> gains(Collection<Passage> passages, List<Passage> best) {
        Map<Node, SharedName> shared = new HashMap<>();
        Map<String, Integer> rankOfPassage = new HashMap<>();
        for (int rank = 0; rank < best.size(); rank++) {
            rankOfPassage.put(best.get(rank).id(), rank);
            for (Name name : neighbourhood.forms(best.get(rank)).names()) {
                share(name, rank, shared);
                for (String form : name.shortForms()) {
                    Name shortForm = neighbourhood.names().get(form);
                    if (shortForm != null) {
                        share(shortForm, rank, shared);
                    }
                }
            }
        }
        Map<String, Double> gains = new HashMap<>();
        for (Passage passage : passages) {
            int own = rankOfPassage.getOrDefault(passage.id(), -1);
            Node node = neighbourhood.passage(passage.id());
            int degree = node.degree();
            for (int place = 0; place < degree; place++) {
                SharedName name = shared.get(node.neighbour(place));
                if (name != null && node.statementCount(place) > 0) {
                    name.ranks.stream()
                            .filter(rank -> rank != own)
                            .findFirst()
                            .ifPresent(rank -> gains.merge(passage.id(), name.gain(rank), Math::max));
                }
            }
        }
        return gains;
    }

    private void share(Name name, int rank, Map<Node, SharedName> shared) {
        Node entity = neighbourhood.entity(name.id());
        if (name.key().length() >= MIN_NAME_LENGTH && !asked.contains(entity.id)) {
            shared.computeIfAbsent(entity, absent -> new SharedName(new LinkedHashSet<>(), absent.passageCount()))
                    .ranks
                    .add(rank);
        }
    }
}
