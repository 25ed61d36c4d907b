package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which of some names are short forms of others, as {@link EntityName#isAlias} has it: "Euler" of "Leonhard Euler". A name
 * that would be the short form of many ("Smith") is none: it tells nothing.
 */
final class Aliases {
    private static final int MOST_LONGER_NAMES = 5;

    private Aliases() {}

    /**
     * The short forms among names.
     *
     * @param names all names that were asked about
     * @return by the id of each short form, the ids of the names that it stands for
     */
    static Map<String, Set<String>> among(NameKeys names) {
        Map<String, String> idOfKey = names.ids();
        Map<String, Set<String>> longer = new LinkedHashMap<>();
        idOfKey.forEach((name, id) -> names.shortForms(name).forEach(shortForm -> {
            String shortId = idOfKey.get(shortForm);
            if (shortId != null && EntityName.isAlias(shortForm, name)) {
                longer.computeIfAbsent(shortId, absent -> new LinkedHashSet<>()).add(id);
            }
        }));
        longer.values().removeIf(some -> some.size() > MOST_LONGER_NAMES);
        return longer;
    }
}
