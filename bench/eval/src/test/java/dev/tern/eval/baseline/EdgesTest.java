package dev.tern.eval.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EdgesTest {
    /** On random graphs the result solves x = d P x + (1 - d) r, with P as a full matrix. */
    @Test
    void pageRankSolvesItsEquation() {
        long seed = System.nanoTime();
        System.out.println("pageRankSolvesItsEquation: seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            int nodes = 2 + random.nextInt(12);
            double[][] weight = new double[nodes][nodes];
            WeightedEdges.Builder edges = new WeightedEdges.Builder(nodes);
            for (int i = 0; i < random.nextInt(30); i++) {
                int one = random.nextInt(nodes);
                int other = random.nextInt(nodes);
                if (one != other) {
                    double w = 1 + random.nextInt(3);
                    edges.join(one, other, w);
                    weight[one][other] += w;
                    weight[other][one] += w;
                }
            }
            double[] seeds = random.doubles(nodes).toArray();
            double damping = 0.1 + 0.8 * random.nextDouble();
            double[] mass = edges.build().pageRank(seeds, damping);
            double total = Arrays.stream(seeds).sum();
            double lost = 0;
            for (int node = 0; node < nodes; node++) {
                lost += Arrays.stream(weight[node]).sum() == 0 ? mass[node] : 0;
            }
            for (int node = 0; node < nodes; node++) {
                double expected = (1 - damping + damping * lost) * seeds[node] / total;
                for (int other = 0; other < nodes; other++) {
                    double out = Arrays.stream(weight[other]).sum();
                    expected += out == 0 ? 0 : damping * mass[other] * weight[other][node] / out;
                }
                assertThat(mass[node]).isEqualTo(expected, within(1e-6));
            }
            assertThat(Arrays.stream(mass).sum()).isEqualTo(1, within(1e-6));
        }
    }

    @Test
    void withoutSeedsNothingIsReached() {
        WeightedEdges.Builder edges = new WeightedEdges.Builder(2);
        edges.join(0, 1, 1);
        assertThat(edges.build().pageRank(new double[2], 0.5)).containsExactly(0, 0);
    }
}
