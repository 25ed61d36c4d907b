package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ShortFormsTest {
    /** Returns the ids of the full names by the id of their short form. */
    private static Map<String, Set<String>> shortForms(Collection<String> names) {
        Map<String, Name> byKey = new LinkedHashMap<>();
        for (String name : names) {
            String key = EntityName.normalise(name);
            byKey.put(key, new Name(key));
        }
        Map<String, Set<String>> shortForms = new HashMap<>();
        ShortForms.of(byKey)
                .forEach((shortForm, longer) -> shortForms.put(
                        shortForm.id(), longer.stream().map(Name::id).collect(Collectors.toSet())));
        return shortForms;
    }

    @Test
    void aNameThatIsTheShortFormOfManyIsNone() {
        List<String> smiths = List.of("Smith", "A Smith", "B Smith", "C Smith", "D Smith", "E Smith");

        assertThat(shortForms(smiths)).containsOnlyKeys(ContentId.ofEntity("smith"));
        assertThat(shortForms(List.of("Smith", "A Smith", "B Smith", "C Smith", "D Smith", "E Smith", "F Smith")))
                .isEmpty();
    }

    @Test
    void areThePairsThatTheDefinitionGives() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<String> words = List.of("Euler", "Leonhard", "San", "Marino", "Grand", "1984", "von");
            Set<String> names = new HashSet<>();
            for (int i = 0; i < 12; i++) {
                StringBuilder name = new StringBuilder();
                for (int w = random.nextInt(4); w >= 0; w--) {
                    name.append(words.get(random.nextInt(words.size()))).append(w > 0 ? " " : "");
                }
                names.add(name.toString());
            }

            Map<String, Set<String>> expected = new HashMap<>();
            for (String shorter : names) {
                for (String longer : names) {
                    if (shorter.length() < longer.length() && EntityName.isShortForm(shorter, longer)) {
                        expected.computeIfAbsent(ContentId.ofEntity(shorter), absent -> new HashSet<>())
                                .add(ContentId.ofEntity(longer));
                    }
                }
            }
            expected.values().removeIf(longer -> longer.size() > 5);

            assertThat(shortForms(names)).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
