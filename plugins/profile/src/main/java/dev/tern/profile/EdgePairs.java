package dev.tern.profile;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.profile.GraphProfile.EdgeKind;
import dev.tern.profile.GraphProfile.EdgeKind.Kind;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Pairs of linked passages, with random pairs for comparison. Not thread-safe. */
final class EdgePairs {
    private static final int LOOKED_UP_AT_ONCE = 500;

    /** The maximum number of random pairs for each passage of the sample. */
    private static final int CHANCE_PAIRS = 4;

    private final List<Pair> pairs = new ArrayList<>();

    private record Pair(Kind kind, Embedded<Passage> one, String other) {}

    /** Adds a pair of linked passages; {@code other} is the second passage's id. */
    void add(Kind kind, Embedded<Passage> one, String other) {
        pairs.add(new Pair(kind, one, other));
    }

    /** Returns, for each kind that occurs, how often a linked pair is nearer than a random one. */
    List<EdgeKind> compare(GraphView view, List<Embedded<Passage>> sample) {
        double[] chance = chance(sample);
        Map<String, Embedded<Passage>> others = lookUp(view);
        List<EdgeKind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            double wins = 0;
            int compared = 0;
            for (Pair pair : pairs) {
                Embedded<Passage> other = others.get(pair.other());
                if (pair.kind() == kind && other != null) {
                    wins += wins(pair.one().cosine(other.vector()), chance);
                    compared++;
                }
            }
            if (compared > 0 && chance.length > 0) {
                kinds.add(new EdgeKind(kind, compared, wins / compared));
            }
        }
        return kinds;
    }

    private static double[] chance(List<Embedded<Passage>> sample) {
        List<Double> cosines = new ArrayList<>();
        for (int step = 1; step <= Math.min(CHANCE_PAIRS, sample.size() / 2); step++) {
            for (int i = 0; i < sample.size(); i++) {
                cosines.add(sample.get(i)
                        .cosine(sample.get((i + step) % sample.size()).vector()));
            }
        }
        return cosines.stream().mapToDouble(cosine -> cosine).sorted().toArray();
    }

    /** Returns the share of sorted values that are smaller than a value; equal ones count half. */
    private static double wins(double value, double[] sorted) {
        int from = Arrays.binarySearch(sorted, value);
        if (from < 0) {
            return (double) -(from + 1) / sorted.length;
        }
        int to = from;
        while (from > 0 && sorted[from - 1] == value) {
            from--;
        }
        while (to < sorted.length && sorted[to] == value) {
            to++;
        }
        return (from + to) / 2.0 / sorted.length;
    }

    private Map<String, Embedded<Passage>> lookUp(GraphView view) {
        Set<String> wanted = new TreeSet<>();
        pairs.forEach(pair -> wanted.add(pair.other()));
        List<String> ids = List.copyOf(wanted);
        Map<String, Embedded<Passage>> found = new HashMap<>();
        for (int from = 0; from < ids.size(); from += LOOKED_UP_AT_ONCE) {
            view.passages(PassagesBy.ID, ids.subList(from, Math.min(ids.size(), from + LOOKED_UP_AT_ONCE)))
                    .forEach(passage -> found.put(passage.value().id(), passage));
        }
        return found;
    }
}
