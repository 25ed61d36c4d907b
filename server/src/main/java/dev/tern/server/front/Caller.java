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
 * @param graphs the visible graphs; empty for all
 * @param scope the visible part of these graphs; a request's filter can only narrow it
 */
public record Caller(String name, Role role, Set<String> graphs, MetadataFilter scope) {
    static final String ANYONE = "anyone";

    /** The name of an agent on this machine, without a key. */
    public static final String AGENT = "agent";

    /** Creates a caller that may see graphs whole. */
    public Caller(String name, Role role, Set<String> graphs) {
        this(name, role, graphs, MetadataFilter.everything());
    }

    /** Returns true if the caller has the role admin and sees all graphs as a whole. */
    public boolean isOperator() {
        return role == Role.ADMIN && graphs.isEmpty() && scope.isEverything();
    }

    /** Returns true if a graph is visible. */
    public boolean sees(String graph) {
        return graphs.isEmpty() || graphs.contains(graph);
    }

    /**
     * Requires that the caller's role covers a needed one.
     *
     * @throws Problem if the caller's role does not cover the needed one
     */
    public void require(Role needed) {
        if (!role.covers(needed)) {
            throw Problem.forbidden("this needs a key of the role " + lower(needed) + "; yours has " + lower(role));
        }
    }

    /**
     * Requires a visible graph.
     *
     * @throws Problem if the graph is not visible, or the name is invalid, because stores use names
     *     in paths
     */
    public void require(String graph) {
        if (!GraphName.allows(graph)) {
            throw Problem.notFound(
                    "this is not a graph name: a name is 1 to 64 letters (A-Z, a-z), digits and underscores,"
                            + " and does not start with a digit");
        }
        if (!sees(graph)) {
            throw Problem.forbidden("your key has no access to this graph");
        }
    }

    /** Requires that the caller sees its graphs as a whole; throws a {@link Problem} if not. */
    public void requireWhole() {
        if (!scope.isEverything()) {
            throw Problem.forbidden("your key sees a part of its graphs, and this needs a key without a filter");
        }
    }

    /**
     * Requires that the caller sees all graphs as a whole.
     *
     * @throws Problem if the caller has a scope, or is limited to some graphs
     */
    public void requireAll() {
        requireWhole();
        if (!graphs.isEmpty()) {
            throw Problem.forbidden("your key is for some graphs, and this needs a key for all graphs (*)");
        }
    }

    private static String lower(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
