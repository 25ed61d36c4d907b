package dev.tern.query.rank;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds names that are {@linkplain Name#shortForms short forms} of others: "Euler" of "Leonhard
 * Euler". A name that could be short for more than {@value #MAX_LONGER_NAMES} others ("Smith") is
 * ambiguous, and is not a short form.
 */
final class ShortForms {
    private static final int MAX_LONGER_NAMES = 5;

    private ShortForms() {}

    /**
     * Returns the short forms among names.
     *
     * @param names all names in use, by their keys
     * @return the full names by their short form
     */
    static Map<Name, List<Name>> of(Map<String, Name> names) {
        Map<Name, List<Name>> longer = new LinkedHashMap<>();
        for (Name name : names.values()) {
            for (String form : name.shortForms()) {
                Name shortForm = names.get(form);
                if (shortForm != null) {
                    longer.computeIfAbsent(shortForm, absent -> new ArrayList<>())
                            .add(name);
                }
            }
        }
        longer.values().removeIf(some -> some.size() > MAX_LONGER_NAMES);
        return longer;
    }
}
