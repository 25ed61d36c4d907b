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
 * What a passage is about: its title, or else the entity that most of its statements touch; of several, the one that is named
 * first in more of them, then the one that is named earlier.
 */
public final class Topic {
    /** So much more than any count of first places weighs one more statement. */
    private static final int STATEMENT = 1 << 16;

    private Topic() {}

    /**
     * The normalised names of what a passage is about; none if it has neither title nor statements. An entity that stands for
     * a title has its short forms of two words and more beside it: texts rarely name a person in full.
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
        int most = 0;
        for (Map.Entry<String, Integer> entry : weights.entrySet()) {
            if (entry.getValue() > most) {
                topic = entry.getKey();
                most = entry.getValue();
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
