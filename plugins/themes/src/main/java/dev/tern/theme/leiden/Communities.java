package dev.tern.theme.leiden;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import nl.cwts.networkanalysis.Clustering;
import nl.cwts.networkanalysis.LeidenAlgorithm;
import nl.cwts.networkanalysis.Network;

/**
 * The communities of a network, on two levels. Every node is in at most one of each level, and
 * every second-level community lies within a first-level one. Communities that are too small for a
 * theme, or beyond the maximum number, are dropped.
 *
 * @param first the first-level community of each node, numbered from 0 by descending size; {@value
 *     #NONE} for none
 * @param second the second-level community of each node, or {@value #NONE}; numbered from 0 parent
 *     by parent, by descending size within a parent
 * @param parents the first-level community of each second-level one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, internal
record Communities(int[] first, int[] second, int[] parents) {
    /** Marks a node in no community. */
    static final int NONE = -1;

    /** The maximum number of themes on the first level. */
    static final int MAX_FIRST_LEVEL = 40;

    /** The maximum number of parts of a theme. */
    static final int MAX_PARTS = 8;

    /** The maximum number of themes on both levels together. */
    static final int MAX_THEMES = 200;

    /** The minimum number of entities of a theme or part. */
    static final int MIN_ENTITIES = 3;

    /** The minimum number of entities of a theme that is divided into parts. */
    private static final int MIN_DIVIDED_ENTITIES = 12;

    private static final int MAX_ROUNDS = 10;

    /**
     * Divides a network on both levels.
     *
     * @param former the clustering to start from, which is not changed
     * @param seed the seed of the order of nodes; the same seed gives the same communities
     */
    static Communities of(Network network, Clustering former, long seed, ThemesListener listener) {
        Random random = new Random(seed);
        Clustering whole = former.clone();
        improve(network, whole, 2 * network.getTotalEdgeWeight(), random, listener);
        int[] first = largest(whole.getClusters(), MAX_FIRST_LEVEL);
        int communities = Arrays.stream(first).max().orElse(NONE) + 1;
        int[] second = new int[network.getNNodes()];
        Arrays.fill(second, NONE);
        IntStream.Builder parents = IntStream.builder();
        int parts = 0;
        for (int community = 0; community < communities; community++) {
            int of = community;
            int[] nodes = IntStream.range(0, first.length)
                    .filter(node -> first[node] == of)
                    .toArray();
            int room = Math.min(MAX_PARTS, MAX_THEMES - communities - parts);
            int[] part = parts(network, nodes, room, random, listener);
            int found = Arrays.stream(part).max().orElse(NONE) + 1;
            for (int i = 0; i < nodes.length; i++) {
                second[nodes[i]] = part[i] == NONE ? NONE : parts + part[i];
            }
            IntStream.range(0, found).forEach(ignored -> parents.add(of));
            parts += found;
        }
        return new Communities(first, second, parents.build().toArray());
    }

    /**
     * Divides the nodes of a community, and returns the part of each node, numbered from 0 by
     * descending size; {@value #NONE} for a node in none, and for all with fewer than two parts.
     *
     * @param room the maximum number of parts
     */
    private static int[] parts(Network network, int[] nodes, int room, Random random, ThemesListener listener) {
        int[] none = new int[nodes.length];
        Arrays.fill(none, NONE);
        if (nodes.length < MIN_DIVIDED_ENTITIES || room < 2) {
            return none;
        }
        Network sub = network.createSubnetwork(nodes);
        Clustering parts = new Clustering(nodes.length);
        parts.initSingletonClusters();
        improve(sub, parts, sub.getTotalNodeWeight(), random, listener);
        int[] largest = largest(parts.getClusters(), room);
        return Arrays.stream(largest).max().orElse(NONE) < 1 ? none : largest;
    }

    /**
     * Improves modularity by the Leiden algorithm, until it is stable, in at most {@value
     * #MAX_ROUNDS} rounds.
     *
     * @param weight the total weight of the nodes
     */
    private static void improve(
            Network network, Clustering clustering, double weight, Random random, ThemesListener listener) {
        if (weight == 0) {
            return;
        }
        LeidenAlgorithm leiden = new LeidenAlgorithm(1 / weight, 1, LeidenAlgorithm.DEFAULT_RANDOMNESS, random);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            StatementScan.requireUninterrupted();
            listener.progress(ThemesListener.SearchStep.CLUSTERING, round, MAX_ROUNDS);
            if (!leiden.improveClustering(network, clustering)) {
                return;
            }
        }
    }

    /** Renumbers the largest communities from 0, ties by first node, and drops the others. */
    private static int[] largest(int[] clusters, int max) {
        int count = Arrays.stream(clusters).max().orElse(NONE) + 1;
        int[] sizes = new int[count];
        int[] begins = new int[count];
        Arrays.fill(begins, Integer.MAX_VALUE);
        for (int node = 0; node < clusters.length; node++) {
            sizes[clusters[node]]++;
            begins[clusters[node]] = Math.min(begins[clusters[node]], node);
        }
        List<Integer> order = IntStream.range(0, count)
                .filter(cluster -> sizes[cluster] >= MIN_ENTITIES)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(cluster -> -sizes[cluster])
                        .thenComparingInt(cluster -> begins[cluster]))
                .limit(max)
                .toList();
        int[] number = new int[count];
        Arrays.fill(number, NONE);
        for (int i = 0; i < order.size(); i++) {
            number[order.get(i)] = i;
        }
        return Arrays.stream(clusters).map(cluster -> number[cluster]).toArray();
    }
}
