package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShortFormsTest {
    private static NameKeys keys(List<String> names) {
        NameKeys keys = new NameKeys();
        names.forEach(name -> keys.add(PassageForms.Name.of(name)));
        return keys;
    }

    @Test
    void aNameThatIsTheShortFormOfManyIsNone() {
        List<String> smiths = List.of("Smith", "A Smith", "B Smith", "C Smith", "D Smith", "E Smith");

        assertThat(ShortForms.of(keys(smiths))).containsOnlyKeys(ContentId.ofEntity("smith"));
        assertThat(ShortForms.of(
                        keys(List.of("Smith", "A Smith", "B Smith", "C Smith", "D Smith", "E Smith", "F Smith"))))
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

            assertThat(ShortForms.of(keys(List.copyOf(names))))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }
}
