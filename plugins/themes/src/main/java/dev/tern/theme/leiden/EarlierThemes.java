package dev.tern.theme.leiden;

import dev.tern.graph.ContentId;
import dev.tern.theme.Theme;
import dev.tern.theme.Themes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nl.cwts.networkanalysis.Clustering;
import nl.cwts.networkanalysis.Network;

/**
 * Bases a search on earlier themes: it starts from them, and keeps their ids and name order.
 *
 * <p>Only the central entities of a theme are stored, so the initial clustering is built from
 * these: in up to 20 rounds, other entities join the theme with which they share the most edge
 * weight; unconnected ones stay alone.
 */
final class EarlierThemes {
    private static final int MAX_ROUNDS = 20;

    /** The minimum {@link #similarity} at which two themes count as the same. */
    private static final double SAME_SIMILARITY = 0.5;

    /** The minimum {@link #similarity} at which the order of names is kept too. */
    private static final double HARDLY_CHANGED = 0.75;

    private EarlierThemes() {}

    /** Returns the start of an update: each first-level theme as a cluster, the rest alone. */
    static Clustering of(Themes themes, StatementGraph graph, Network network) {
        int[] labels = new int[graph.entities()];
        Arrays.fill(labels, Communities.NONE);
        List<Theme> firsts = themes.first();
        for (int label = 0; label < firsts.size(); label++) {
            Theme first = firsts.get(label);
            anchor(first, label, graph, labels);
            for (Theme part : themes.parts(first)) {
                anchor(part, label, graph, labels);
            }
        }
        boolean changed = true;
        for (int round = 0; changed && round < MAX_ROUNDS; round++) {
            StatementScan.requireUninterrupted();
            changed = propagateLabels(network, labels, firsts.size());
        }
        int alone = firsts.size();
        for (int node = 0; node < labels.length; node++) {
            labels[node] = labels[node] == Communities.NONE ? alone++ : labels[node];
        }
        Clustering begin = new Clustering(labels);
        begin.removeEmptyClusters();
        return begin;
    }

    private static void anchor(Theme theme, int label, StatementGraph graph, int[] labels) {
        for (String name : theme.names()) {
            int entity = graph.entity(ContentId.ofEntity(name));
            if (entity >= 0 && labels[entity] == Communities.NONE) {
                labels[entity] = label;
            }
        }
    }

    /**
     * Labels each unlabelled node that has labelled neighbours with the label to which most of its
     * edge weight leads; labels set in this call do not count.
     *
     * @return true if any node was labelled
     */
    private static boolean propagateLabels(Network network, int[] labels, int count) {
        int[] before = labels.clone();
        double[] weights = new double[count];
        boolean changed = false;
        for (int node = 0; node < before.length; node++) {
            if (before[node] != Communities.NONE) {
                continue;
            }
            Arrays.fill(weights, 0);
            int[] neighbours = network.getNeighbors(node);
            double[] edges = network.getEdgeWeights(node);
            for (int i = 0; i < neighbours.length; i++) {
                if (before[neighbours[i]] != Communities.NONE) {
                    weights[before[neighbours[i]]] += edges[i];
                }
            }
            int best = IntStream.range(0, count)
                    .reduce((a, b) -> weights[b] > weights[a] ? b : a)
                    .orElse(Communities.NONE);
            if (best != Communities.NONE && weights[best] > 0) {
                labels[node] = best;
                changed = true;
            }
        }
        return changed;
    }

    /**
     * Returns the new themes. A theme that is the same as an earlier one gets the earlier id; if it
     * has hardly changed, the names that are in both come first, in their earlier order.
     */
    static List<Theme> kept(Themes former, List<Theme> themes) {
        Map<String, String> idOfNew = new HashMap<>();
        Set<String> taken = new HashSet<>();
        List<Theme> kept = new ArrayList<>();
        for (Theme theme : themes) {
            Optional<String> parent = theme.parent().map(one -> idOfNew.getOrDefault(one, one));
            Optional<Theme> same = former.all().stream()
                    .filter(one -> one.parent().equals(parent) && !taken.contains(one.id()))
                    .filter(one -> similarity(one, theme) >= SAME_SIMILARITY)
                    .max(Comparator.comparingDouble(one -> similarity(one, theme)));
            String id = same.map(Theme::id).orElse(theme.id());
            List<String> names = same.filter(one -> similarity(one, theme) >= HARDLY_CHANGED)
                    .map(one -> inFormerOrder(one, theme))
                    .orElse(theme.names());
            while (!taken.add(id)) {
                id = ContentId.ofNote(List.of(id)).substring(0, id.length());
            }
            idOfNew.put(theme.id(), id);
            kept.add(new Theme(id, parent, names, theme.relations(), theme.entities(), theme.statements()));
        }
        return kept;
    }

    private static List<String> inFormerOrder(Theme former, Theme theme) {
        Set<String> now = ids(theme);
        List<String> names = new ArrayList<>(former.names().stream()
                .filter(name -> now.contains(ContentId.ofEntity(name)))
                .toList());
        Set<String> before = ids(former);
        theme.names().stream()
                .filter(name -> !before.contains(ContentId.ofEntity(name)))
                .forEach(names::add);
        return names;
    }

    /** Returns the number of common names, divided by the number of names of the larger theme. */
    private static double similarity(Theme one, Theme other) {
        Set<String> both = new HashSet<>(ids(one));
        both.retainAll(ids(other));
        return (double) both.size() / Math.max(one.names().size(), other.names().size());
    }

    private static Set<String> ids(Theme theme) {
        return theme.names().stream().map(ContentId::ofEntity).collect(Collectors.toSet());
    }
}
