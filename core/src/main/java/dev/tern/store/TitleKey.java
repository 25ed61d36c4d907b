package dev.tern.store;

import dev.tern.graph.EntityName;
import java.util.Set;

/** The names under which a passage can be found by its title. */
public final class TitleKey {
    private TitleKey() {}

    /**
     * The normalised title and, where it ends in a bracketed qualifier ("Mercury (planet)"), the title without it; no
     * key for an empty title.
     */
    public static Set<String> of(String title) {
        String whole = EntityName.normalise(title);
        if (whole.isEmpty()) {
            return Set.of();
        }
        int bracket = whole.endsWith(")") ? whole.lastIndexOf('(') : -1;
        String bare = bracket > 0 ? whole.substring(0, bracket).stripTrailing() : "";
        return bare.isEmpty() ? Set.of(whole) : Set.of(whole, bare);
    }
}
