package dev.tern.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.EntityName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NameJoiningTest {
    private static final int MANY = 100_000;

    /** Compares every group with every other, and again after each join. */
    private static List<Map<String, String>> literally(List<List<String>> merges) {
        Map<String, Set<String>> said = new HashMap<>();
        List<Map<String, String>> rest = new ArrayList<>();
        for (List<String> merge : merges) {
            Map<String, String> names = new LinkedHashMap<>();
            merge.forEach(name -> names.put(EntityName.normalise(name), name));
            rest.add(names);
            names.keySet()
                    .forEach(key ->
                            said.computeIfAbsent(key, absent -> new HashSet<>()).addAll(names.keySet()));
        }
        for (int i = 0; i < rest.size(); i++) {
            int j = i + 1;
            while (j < rest.size()) {
                Map<String, String> one = rest.get(i);
                Map<String, String> other = rest.get(j);
                boolean shares = !Collections.disjoint(one.keySet(), other.keySet());
                if (shares
                        && one.keySet().stream()
                                .allMatch(
                                        key -> said.getOrDefault(key, Set.of()).containsAll(other.keySet()))) {
                    other.forEach(one::putIfAbsent);
                    rest.remove(j);
                    j = i + 1;
                } else {
                    j++;
                }
            }
        }
        return rest;
    }

    @Test
    void whatIsJoinedIsWhatTheDefinitionJoins() {
        long seed = System.nanoTime();
        System.out.println("seed of NameJoiningTest: " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 3_000; round++) {
            int names = 3 + random.nextInt(10);
            List<List<String>> merges = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(25); i++) {
                List<String> some = random.ints(2 + random.nextInt(3), 0, names)
                        .distinct()
                        .mapToObj(n -> random.nextBoolean() ? "Name " + n : "name  " + n)
                        .toList();
                if (some.size() > 1) {
                    merges.add(some);
                }
            }
            List<List<Map.Entry<String, String>>> joined = NameJoining.join(merges).stream()
                    .map(group -> List.copyOf(group.entrySet()))
                    .toList();
            assertThat(joined)
                    .as("seed %d: %s", seed, merges)
                    .isEqualTo(literally(merges).stream()
                            .map(group -> List.copyOf(group.entrySet()))
                            .toList());
        }
    }

    /** Comparing all pairs would take a quarter of an hour. */
    @Test
    @Timeout(120)
    void aHundredThousandAreJoinedInTheirOwnTime() {
        assertJoined("apart", MANY, i -> List.of("Name " + i, "Other " + i));
        assertJoined("with one name in all", MANY, i -> List.of("Name " + i, "Smith"));
        assertJoined("a chain", MANY, i -> List.of("Name " + i, "Name " + (i + 1)));
        assertJoined(
                "three by three", (MANY + 2) / 3, i -> List.of("Name " + i, "Name " + (i % 3 == 2 ? i - 2 : i + 1)));
    }

    private static void assertJoined(String what, int groups, IntFunction<List<String>> names) {
        List<List<String>> merges =
                IntStream.range(0, MANY).mapToObj(i -> names.apply(i)).toList();
        long start = System.nanoTime();
        assertThat(NameJoining.join(merges)).as(what).hasSize(groups);
        System.out.println(MANY + " merges " + what + ": " + (System.nanoTime() - start) / 1_000_000 + " ms");
    }
}
