package dev.tern.store;

import dev.tern.error.TernException;
import java.util.regex.Pattern;

/** The rule for names of graphs, the same for every store, so that a graph can move between them. */
public final class GraphName {
    /** The graph that is meant where none is named. */
    public static final String DEFAULT = "default";

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private GraphName() {}

    /** Whether a graph may have this name. */
    public static boolean allows(String name) {
        return ALLOWED.matcher(name).matches();
    }

    /**
     * Returns the name if it may be one.
     *
     * @throws TernException if it may not
     */
    public static String require(String name) {
        if (!allows(name)) {
            throw TernException.user("\"" + name + "\" cannot be a graph's name: a name is 1 to 64 letters (A-Z, a-z),"
                    + " digits and underscores, and does not start with a digit");
        }
        return name;
    }
}
