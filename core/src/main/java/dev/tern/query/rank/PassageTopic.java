package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.TitleKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Determines the topic of a passage: its title or, without one, the entity that most of its
 * statements name. A tie goes to the entity that is first in more statements, then to the one named
 * earlier.
 */
public final class PassageTopic {
    /** The weight of a statement, above any count of first places. */
    private static final int STATEMENT = 1 << 16;

    private PassageTopic() {}

    /**
     * Returns the normalised names of a passage's topic; none without a title and statements. If
     * the topic is an entity, its short forms of two words and more are included, since texts
     * rarely give a person's full name.
     */
    public static Set<String> of(Passage passage) {
        Set<String> titles = TitleKey.of(passage.title());
        if (!titles.isEmpty() || passage.statements().isEmpty()) {
            return titles;
        }
        Map<String, Integer> weights = new LinkedHashMap<>();
        for (Statement statement : passage.statements()) {
            int weight = STATEMENT + 1;
            for (String name : statement.entities()) {
                weights.merge(EntityName.normalise(name), weight, Integer::sum);
                weight = STATEMENT;
            }
        }
        String topic = "";
        int max = 0;
        for (Map.Entry<String, Integer> entry : weights.entrySet()) {
            if (entry.getValue() > max) {
                topic = entry.getKey();
                max = entry.getValue();
            }
        }
        Set<String> names = new LinkedHashSet<>();
        names.add(topic);
        EntityName.shortForms(topic).stream()
                .filter(form -> form.indexOf(' ') > 0)
                .forEach(names::add);
        return names;
    }
}
