package dev.tern.eval.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;
import org.junit.jupiter.api.Test;

final class SynonymsTest {
    private static Embedded<Entity> entity(String name, double angle) {
        return new Embedded<>(Entity.named(name), new float[] {(float) Math.cos(angle), (float) Math.sin(angle)});
    }

    private static Map<String, Double> pairs(List<Embedded<Entity>> entities) {
        Map<String, Double> pairs = new HashMap<>();
        Synonyms.visit(entities, (one, other, cosine) -> {
            assertThat(one).isLessThan(other);
            assertThat(pairs.put(one + "-" + other, cosine)).isNull();
        });
        return pairs;
    }

    @Test
    void pairsAreThoseOfACosineOfAtLeastFourFifths() {
        // The cosine of 0.64 is 0.802, that of 0.65 is 0.796.
        Map<String, Double> pairs =
                pairs(List.of(entity("first", 0), entity("second", 0.64), entity("third", -0.65), entity("fourth", 3)));

        assertThat(pairs).containsOnlyKeys("0-1");
        assertThat(pairs.get("0-1")).isCloseTo(Math.cos(0.64), within(1e-6));
    }

    @Test
    void shortNameIsASynonymOfALongOneOnly() {
        assertThat(pairs(List.of(entity("U.K.", 0), entity("UK", 0), entity("United Kingdom", 0.1))))
                .containsOnlyKeys("0-2", "1-2");
    }

    @Test
    void eachHasItsHundredNearestAndWhoseNearestItIs() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Embedded<Entity>> entities = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            entities.add(entity("entity " + i, random.nextDouble() * Math.PI));
        }

        assertThat(pairs(entities).keySet()).as("seed %d", seed).isEqualTo(literalPairs(entities));
    }

    private static Set<String> literalPairs(List<Embedded<Entity>> entities) {
        List<Set<Integer>> nearest = new ArrayList<>();
        for (int one = 0; one < entities.size(); one++) {
            float[] vector = entities.get(one).vector();
            int self = one;
            double[] cosines = entities.stream()
                    .mapToDouble(other -> VectorUtil.dotProduct(vector, other.vector()))
                    .toArray();
            nearest.add(IntStream.range(0, entities.size())
                    .filter(other -> other != self && cosines[other] >= 0.8)
                    .boxed()
                    .sorted(Comparator.comparingDouble(other -> -cosines[other]))
                    .limit(100)
                    .collect(Collectors.toSet()));
        }
        Set<String> pairs = new HashSet<>();
        for (int one = 0; one < entities.size(); one++) {
            for (int other = one + 1; other < entities.size(); other++) {
                if (nearest.get(one).contains(other) || nearest.get(other).contains(one)) {
                    pairs.add(one + "-" + other);
                }
            }
        }
        return pairs;
    }
}
