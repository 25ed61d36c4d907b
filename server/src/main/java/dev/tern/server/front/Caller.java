package dev.tern.server.front;

import dev.tern.graph.MetadataFilter;
import dev.tern.server.settings.Role;
import dev.tern.store.GraphName;
import java.util.Locale;
import java.util.Set;

/**
 * The sender of a request.
 *
 * @param name the name of the key, or {@value #ANYONE} if none is needed
 * @param role its role
 * @param graphs the visible graphs; empty for all
 * @param scope the visible part of them; a request's filter can only narrow it
 */
public record Caller(String name, Role role, Set<String> graphs, MetadataFilter scope) {
    static final String ANYONE = "anyone";

    /** Creates a caller that may see graphs whole. */
    public Caller(String name, Role role, Set<String> graphs) {
        this(name, role, graphs, MetadataFilter.everything());
    }

    /** Returns true if the caller is the operator, with all permissions. */
    public boolean isOperator() {
        return role == Role.ADMIN && graphs.isEmpty() && scope.isEverything();
    }

    /** Returns true if a graph is visible. */
    public boolean sees(String graph) {
        return graphs.isEmpty() || graphs.contains(graph);
    }

    /**
     * Throws if the role is too low.
     *
     * @throws Problem if the role does not cover the needed one
     */
    public void require(Role needed) {
        if (!role.covers(needed)) {
            throw Problem.forbidden("this needs a key of the role " + lower(needed) + " and yours has " + lower(role));
        }
    }

    /**
     * Throws if a graph is not visible. Invalid names are rejected too, as stores make paths and
     * names of collections of them.
     *
     * @throws Problem if it is not visible, or invalid
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
     * Throws if the caller sees only a part of a graph.
     *
     * @throws Problem if a part is hidden from them
     */
    void requireWhole() {
        if (!scope.isEverything()) {
            throw Problem.forbidden("your key sees only a part of its graphs, and this needs one that sees them whole");
        }
    }

    /**
     * Throws if the caller does not see all graphs whole.
     *
     * @throws Problem if anything is hidden from them
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
