package dev.tern.eval.baseline;

import java.util.Arrays;

/** Undirected weighted edges; in the arrays, the edges of node n begin at {@code start[n]}. */
final class WeightedEdges {
    private final int[] start;
    private final int[] neighbour;
    private final double[] weight;
    private final double[] sum;

    private WeightedEdges(int[] start, int[] neighbour, double[] weight) {
        this.start = start;
        this.neighbour = neighbour;
        this.weight = weight;
        this.sum = new double[start.length - 1];
        for (int node = 0; node < sum.length; node++) {
            for (int i = start[node]; i < start[node + 1]; i++) {
                sum[node] += weight[i];
            }
        }
    }

    /** Collects edges; parallel edges add up in a walk. Not thread-safe. */
    static final class Builder {
        private final int nodes;
        private int count;
        private int[] from = new int[1024];
        private int[] to = new int[1024];
        private double[] weight = new double[1024];

        Builder(int nodes) {
            this.nodes = nodes;
        }

        void join(int one, int other, double edgeWeight) {
            if (count == from.length) {
                from = Arrays.copyOf(from, 2 * count);
                to = Arrays.copyOf(to, 2 * count);
                weight = Arrays.copyOf(weight, 2 * count);
            }
            from[count] = one;
            to[count] = other;
            weight[count] = edgeWeight;
            count++;
        }

        /** Returns the edges so far; more can be added afterwards. */
        WeightedEdges build() {
            int[] start = new int[nodes + 1];
            for (int i = 0; i < count; i++) {
                start[from[i] + 1]++;
                start[to[i] + 1]++;
            }
            for (int node = 0; node < nodes; node++) {
                start[node + 1] += start[node];
            }
            int[] next = start.clone();
            int[] neighbour = new int[2 * count];
            double[] weights = new double[2 * count];
            for (int i = 0; i < count; i++) {
                neighbour[next[from[i]]] = to[i];
                weights[next[from[i]]++] = weight[i];
                neighbour[next[to[i]]] = from[i];
                weights[next[to[i]]++] = weight[i];
            }
            return new WeightedEdges(start, neighbour, weights);
        }
    }

    /**
     * Computes personalised PageRank by power iteration: x = d P x + (1 - d) r, with P the
     * transition by edge weight. Mass at a node without edges returns to the seeds.
     *
     * @param seeds r, for each node at least 0; scaled to the sum 1
     * @param damping d, the share of the mass that walks on, below 1
     * @return x, for each node; zeros if all seeds are 0
     */
    double[] pageRank(double[] seeds, double damping) {
        double total = Arrays.stream(seeds).sum();
        double[] reset = new double[seeds.length];
        if (total <= 0) {
            return reset;
        }
        for (int node = 0; node < reset.length; node++) {
            reset[node] = seeds[node] / total;
        }
        double[] mass = reset.clone();
        double change = 1;
        // Each round multiplies the bound of the change by the damping; 1e-7 is precise enough.
        while (change > 1e-7) {
            double[] next = new double[mass.length];
            double lost = 0;
            for (int node = 0; node < mass.length; node++) {
                if (mass[node] == 0) {
                    continue;
                }
                if (sum[node] == 0) {
                    lost += mass[node];
                    continue;
                }
                double share = damping * mass[node] / sum[node];
                for (int i = start[node]; i < start[node + 1]; i++) {
                    next[neighbour[i]] += share * weight[i];
                }
            }
            change = 0;
            for (int node = 0; node < mass.length; node++) {
                next[node] += (1 - damping + damping * lost) * reset[node];
                change += Math.abs(next[node] - mass[node]);
            }
            mass = next;
        }
        return mass;
    }
}
