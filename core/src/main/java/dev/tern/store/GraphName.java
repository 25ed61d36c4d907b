package dev.tern.store;

import dev.tern.error.TernException;
import java.util.regex.Pattern;

/** Validates names of graphs, by the same rule for every store, so that graphs can be moved. */
public final class GraphName {
    /** The name of the default graph. */
    public static final String DEFAULT = "default";

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private GraphName() {}

    /** Returns true if a graph may have this name. */
    public static boolean allows(String name) {
        return ALLOWED.matcher(name).matches();
    }

    /**
     * Returns a name if it is valid.
     *
     * @throws TernException the user's fault, if the name is invalid
     */
    public static String require(String name) {
        if (!allows(name)) {
            throw TernException.user("\"" + name + "\" cannot be a graph's name: a name is 1 to 64 letters (A-Z, a-z),"
                    + " digits and underscores, and does not start with a digit");
        }
        return name;
    }
}
