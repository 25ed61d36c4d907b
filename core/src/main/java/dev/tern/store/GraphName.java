package dev.tern.store;

import dev.tern.error.TernException;
import java.util.regex.Pattern;

/** The rule for names of graphs, the same for every store, so that graphs can move. */
public final class GraphName {
    /** The name of the default graph. */
    public static final String DEFAULT = "default";

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private GraphName() {}

    /** Returns true for a valid name. */
    public static boolean allows(String name) {
        return ALLOWED.matcher(name).matches();
    }

    /**
     * Returns a valid name.
     *
     * @throws TernException if it is invalid
     */
    public static String require(String name) {
        if (!allows(name)) {
            throw TernException.user("\"" + name + "\" cannot be a graph's name: a name is 1 to 64 letters (A-Z, a-z),"
                    + " digits and underscores, and does not start with a digit");
        }
        return name;
    }
}
