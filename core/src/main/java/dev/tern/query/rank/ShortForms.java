package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds short forms among names, as defined by {@link EntityName#isShortForm}: "Euler" of "Leonhard
 * Euler". A name that could be short for more than {@value #MAX_LONGER_NAMES} others ("Smith") is
 * ambiguous, and is not a short form.
 */
final class ShortForms {
    private static final int MAX_LONGER_NAMES = 5;

    private ShortForms() {}

    /**
     * Returns the short forms among names.
     *
     * @param names all names in use
     * @return the ids of the full names by the id of their short form
     */
    static Map<String, Set<String>> of(NameKeys names) {
        Map<String, String> idOfKey = names.ids();
        Map<String, Set<String>> longer = new LinkedHashMap<>();
        idOfKey.forEach((name, id) -> names.shortForms(name).forEach(shortForm -> {
            String shortId = idOfKey.get(shortForm);
            if (shortId != null && EntityName.isShortForm(shortForm, name)) {
                longer.computeIfAbsent(shortId, absent -> new LinkedHashSet<>()).add(id);
            }
        }));
        longer.values().removeIf(some -> some.size() > MAX_LONGER_NAMES);
        return longer;
    }
}
