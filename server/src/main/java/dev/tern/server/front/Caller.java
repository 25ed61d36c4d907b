package dev.tern.server.front;

import dev.tern.graph.Filter;
import dev.tern.server.settings.Role;
import dev.tern.store.GraphName;
import java.util.Locale;
import java.util.Set;

/**
 * Who sends a request.
 *
 * @param name the name of the key, or {@value #ANYONE} where none is needed
 * @param role what they may do
 * @param graphs the graphs that they may see; empty for all
 * @param scope what they may see of them; no filter that they send widens it
 */
public record Caller(String name, Role role, Set<String> graphs, Filter scope) {
    static final String ANYONE = "anyone";

    /** A caller who may see graphs whole. */
    public Caller(String name, Role role, Set<String> graphs) {
        this(name, role, graphs, Filter.everything());
    }

    /** Tells whether the caller runs the server, and may do everything with all graphs. */
    public boolean isOperator() {
        return role == Role.ADMIN && graphs.isEmpty() && scope.isEverything();
    }

    /** Whether a graph may be seen. */
    public boolean sees(String graph) {
        return graphs.isEmpty() || graphs.contains(graph);
    }

    /**
     * Refuses a role that is too small.
     *
     * @throws Problem if the role does not cover the one that is needed
     */
    public void require(Role needed) {
        if (!role.covers(needed)) {
            throw Problem.forbidden("this needs a key of the role " + lower(needed) + " and yours has " + lower(role));
        }
    }

    /**
     * Refuses a graph that may not be seen. A name that no graph has goes no further: stores make paths and collections of
     * names.
     *
     * @throws Problem if it may not be seen, or is no name
     */
    public void require(String graph) {
        if (!GraphName.allows(graph)) {
            throw Problem.notFound(
                    "no graph is called that: a name is 1 to 64 letters (A-Z, a-z), digits and underscores,"
                            + " and does not start with a digit");
        }
        if (!sees(graph)) {
            throw Problem.forbidden("your key is not for this graph");
        }
    }

    /**
     * Refuses a caller who sees only a part of a graph.
     *
     * @throws Problem if there is anything that they may not see
     */
    void requireWhole() {
        if (!scope.isEverything()) {
            throw Problem.forbidden("your key sees only a part of its graphs, and this needs one that sees them whole");
        }
    }

    /**
     * Refuses a caller who does not see all graphs whole.
     *
     * @throws Problem if there is anything that they may not see
     */
    public void requireAll() {
        requireWhole();
        if (!graphs.isEmpty()) {
            throw Problem.forbidden("your key is for some graphs, and this needs one that is for all of them (*)");
        }
    }

    private static String lower(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
