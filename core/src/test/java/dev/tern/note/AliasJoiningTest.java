package dev.tern.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.EntityName;
import java.time.Instant;
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

class AliasJoiningTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.EPOCH, "");
    private static final int MANY = 100_000;

    private static Alias alias(List<String> names) {
        return Alias.of(Alias.note(names, ACT));
    }

    /** The definition as it reads: every group is compared with every other, and again after each that joins it. */
    private static List<Map<String, String>> literally(List<Alias> aliases) {
        Map<String, Set<String>> said = new HashMap<>();
        List<Map<String, String>> rest = new ArrayList<>();
        for (Alias alias : aliases) {
            Map<String, String> names = new LinkedHashMap<>();
            alias.names().forEach(name -> names.put(EntityName.normalise(name), name));
            rest.add(names);
            alias.keys()
                    .forEach(key ->
                            said.computeIfAbsent(key, absent -> new HashSet<>()).addAll(alias.keys()));
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
        System.out.println("seed of AliasJoiningTest: " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 3_000; round++) {
            int names = 3 + random.nextInt(10);
            List<Alias> aliases = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(25); i++) {
                List<String> some = random.ints(2 + random.nextInt(3), 0, names)
                        .distinct()
                        .mapToObj(n -> random.nextBoolean() ? "Name " + n : "name  " + n)
                        .toList();
                if (some.size() > 1) {
                    aliases.add(alias(some));
                }
            }
            List<List<Map.Entry<String, String>>> joined = AliasJoining.join(aliases).stream()
                    .map(group -> List.copyOf(group.entrySet()))
                    .toList();
            assertThat(joined)
                    .as("seed %d: %s", seed, aliases)
                    .isEqualTo(literally(aliases).stream()
                            .map(group -> List.copyOf(group.entrySet()))
                            .toList());
        }
    }

    /** Each compared with each they would take a quarter of an hour. */
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
        List<Alias> aliases =
                IntStream.range(0, MANY).mapToObj(i -> alias(names.apply(i))).toList();
        long start = System.nanoTime();
        assertThat(AliasJoining.join(aliases)).as(what).hasSize(groups);
        System.out.println(MANY + " aliases " + what + ": " + (System.nanoTime() - start) / 1_000_000 + " ms");
    }
}
