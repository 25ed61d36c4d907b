package dev.tern.store;

import dev.tern.graph.EntityName;
import java.util.Set;

/** Creates the keys by which a passage is found by its title. */
public final class TitleKey {
    private TitleKey() {}

    /**
     * Returns the normalised title and, if it ends in a bracketed qualifier ("Mercury (planet)"),
     * the title without the qualifier; empty for an empty title.
     */
    public static Set<String> of(String title) {
        String whole = EntityName.normalise(title);
        if (whole.isEmpty()) {
            return Set.of();
        }
        int bracket = lastBracket(whole);
        String bare = bracket > 0 ? whole.substring(0, bracket).stripTrailing() : "";
        return bare.isEmpty() ? Set.of(whole) : Set.of(whole, bare);
    }

    /** Returns the offset of the bracket that opens the qualifier at the end; -1 if none does. */
    private static int lastBracket(String title) {
        if (!title.endsWith(")")) {
            return -1;
        }
        int depth = 0;
        for (int i = title.length() - 1; i >= 0; i--) {
            char c = title.charAt(i);
            depth += c == ')' ? 1 : c == '(' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
