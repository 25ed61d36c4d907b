package dev.tern.theme.leiden;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import nl.cwts.networkanalysis.Network;

/**
 * The contents of the communities of one level: central entities, and typical statements.
 *
 * <p>The centrality of an entity is the weight of its edges within the community, times the share
 * of these in all its edges: a name that occurs everywhere is central nowhere. A statement belongs
 * to the community with most of its entities, at least two, ties to the lowest number. Its value is
 * the sum of the square roots of the centralities of its entities in the community, times the share
 * of its entities that are in the community.
 */
final class CommunityContents {
    /** The maximum number of statements kept for a community, by value. */
    private static final int STATEMENTS = 48;

    private final StatementGraph graph;
    private final int[] communities;
    private final double[] centrality;
    private final int[] entities;
    private final int[] statements;
    private final List<PriorityQueue<TypicalStatement>> typical = new ArrayList<>();

    private record TypicalStatement(int statement, double value) {}

    private static final Comparator<TypicalStatement> LOWEST_VALUE_FIRST = Comparator.comparingDouble(
                    TypicalStatement::value)
            .thenComparing(Comparator.comparingInt(TypicalStatement::statement).reversed());

    /**
     * Computes the contents of communities.
     *
     * @param communities the community of each entity, or {@link Communities#NONE}
     */
    CommunityContents(StatementGraph graph, Network network, int[] communities, int count) {
        this.graph = graph;
        this.communities = communities;
        this.entities = new int[count];
        this.statements = new int[count];
        this.centrality = centrality(network, communities);
        for (int community : communities) {
            if (community != Communities.NONE) {
                entities[community]++;
            }
        }
        IntStream.range(0, count).forEach(ignored -> typical.add(new PriorityQueue<>(LOWEST_VALUE_FIRST)));
        for (int statement = 0; statement < graph.statements(); statement++) {
            add(statement);
        }
    }

    private static double[] centrality(Network network, int[] communities) {
        double[] centrality = new double[communities.length];
        for (int node = 0; node < communities.length; node++) {
            if (communities[node] == Communities.NONE) {
                continue;
            }
            double within = 0;
            double all = 0;
            int[] neighbours = network.getNeighbors(node);
            double[] weights = network.getEdgeWeights(node);
            for (int i = 0; i < neighbours.length; i++) {
                all += weights[i];
                within += communities[neighbours[i]] == communities[node] ? weights[i] : 0;
            }
            centrality[node] = all == 0 ? 0 : within * within / all;
        }
        return centrality;
    }

    private void add(int statement) {
        int community = Communities.NONE;
        int max = 0;
        for (int place = graph.begin(statement); place < graph.end(statement); place++) {
            int here = communities[graph.member(place)];
            int count = here == Communities.NONE ? 0 : count(statement, here);
            if (count > max || (count == max && count > 0 && here < community)) {
                max = count;
                community = here;
            }
        }
        if (max < 2) {
            return;
        }
        statements[community]++;
        double value = 0;
        for (int place = graph.begin(statement); place < graph.end(statement); place++) {
            int member = graph.member(place);
            value += communities[member] == community ? Math.sqrt(centrality[member]) : 0;
        }
        value *= (double) max / (graph.end(statement) - graph.begin(statement));
        PriorityQueue<TypicalStatement> best = typical.get(community);
        best.add(new TypicalStatement(statement, value));
        if (best.size() > STATEMENTS) {
            best.poll();
        }
    }

    private int count(int statement, int community) {
        int count = 0;
        for (int place = graph.begin(statement); place < graph.end(statement); place++) {
            count += communities[graph.member(place)] == community ? 1 : 0;
        }
        return count;
    }

    int entities(int community) {
        return entities[community];
    }

    /** Returns the number of statements that belong to a community. */
    int statements(int community) {
        return statements[community];
    }

    /**
     * Returns the most central entities of each community, best first.
     *
     * @param max the maximum number for each community
     */
    List<List<Integer>> central(int max) {
        List<PriorityQueue<Integer>> best = new ArrayList<>();
        Comparator<Integer> leastFirst = Comparator.<Integer>comparingDouble(node -> centrality[node])
                .thenComparing(Comparator.<Integer>naturalOrder().reversed());
        IntStream.range(0, entities.length).forEach(ignored -> best.add(new PriorityQueue<>(leastFirst)));
        for (int node = 0; node < communities.length; node++) {
            if (communities[node] != Communities.NONE) {
                PriorityQueue<Integer> queue = best.get(communities[node]);
                queue.add(node);
                if (queue.size() > max) {
                    queue.poll();
                }
            }
        }
        return best.stream()
                .map(queue -> queue.stream().sorted(leastFirst.reversed()).toList())
                .toList();
    }

    /**
     * Returns the statements kept for a community, at most {@value #STATEMENTS}, ordered so that
     * each adds the most to its predecessors: an entity that was already named counts a third, and
     * a statement of a passage that was already quoted half.
     */
    List<Integer> typical(int community) {
        List<TypicalStatement> rest = new ArrayList<>(typical.get(community).stream()
                .sorted(LOWEST_VALUE_FIRST.reversed())
                .toList());
        List<Integer> order = new ArrayList<>();
        IntSet said = new IntOpenHashSet();
        LongSet quoted = new LongOpenHashSet();
        while (!rest.isEmpty()) {
            TypicalStatement next = rest.getFirst();
            double max = -1;
            for (TypicalStatement one : rest) {
                double value = news(one.statement(), community, said)
                        * (quoted.contains(graph.passage(one.statement())) ? 0.5 : 1);
                if (value > max) {
                    max = value;
                    next = one;
                }
            }
            rest.remove(next);
            order.add(next.statement());
            quoted.add(graph.passage(next.statement()));
            for (int place = graph.begin(next.statement()); place < graph.end(next.statement()); place++) {
                said.add(graph.member(place));
            }
        }
        return order;
    }

    private double news(int statement, int community, IntSet said) {
        double value = 0;
        for (int place = graph.begin(statement); place < graph.end(statement); place++) {
            int member = graph.member(place);
            double weight = communities[member] == community ? Math.sqrt(centrality[member]) : 0;
            value += said.contains(member) ? weight / 3 : weight;
        }
        return value / (graph.end(statement) - graph.begin(statement));
    }
}
