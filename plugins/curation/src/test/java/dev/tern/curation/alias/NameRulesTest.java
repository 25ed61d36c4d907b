package dev.tern.curation.alias;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.curation.alias.NameMatcher.SpellingClass;
import dev.tern.graph.Entity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NameRulesTest {
    private static NameMatcher rules(Stream<String> names) {
        Map<String, Entity> entities = new LinkedHashMap<>();
        names.map(Entity::named).forEach(entity -> entities.put(entity.id(), entity));
        return new NameMatcher(new GraphNames(entities, Map.of(), Map.of(), Map.of()));
    }

    private static Stream<String> items(int count) {
        return IntStream.range(0, count).mapToObj(i -> "Item " + i + " Corp");
    }

    private static List<String> fullerThan(NameMatcher rules, String name) {
        SpellingClass shorter = rules.classes().stream()
                .filter(one -> one.first().entity().name().equals(name))
                .findFirst()
                .orElseThrow();
        return rules.fullest(shorter).stream()
                .map(one -> one.fuller().first().entity().name())
                .toList();
    }

    @Test
    void aLastWordOfTooManyNamesIsNotComparedByIt() {
        Stream<String> smiths = Stream.of("J. Corp", "John Corp");
        int most = NameMatcher.MAX_NAMES_PER_LAST_WORD;
        assertThat(fullerThan(rules(Stream.concat(smiths, items(most - 2))), "J. Corp"))
                .containsExactly("John Corp");
        NameMatcher crowded =
                rules(Stream.concat(Stream.of("J. Corp", "John Corp", "J. Smith", "John Smith"), items(most - 1)));
        assertThat(fullerThan(crowded, "J. Corp")).isEmpty();
        assertThat(fullerThan(crowded, "J. Smith")).containsExactly("John Smith");
    }

    @Test
    void aTitleMayStandTwiceInAName() {
        assertThat(fullerThan(rules(Stream.of("Dr. O. Brandt", "Prof. Dr. Dr. Otto Brandt")), "Dr. O. Brandt"))
                .containsExactly("Prof. Dr. Dr. Otto Brandt");
    }
}
