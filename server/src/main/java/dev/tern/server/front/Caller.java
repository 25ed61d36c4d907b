package dev.tern.server.front;

import dev.tern.server.settings.Role;
import java.util.Set;

/**
 * Who sends a request.
 *
 * @param name the name of the key, or {@value #ANYONE} where none is needed
 * @param role what they may do
 * @param graphs the graphs that they may see; empty for all
 */
public record Caller(String name, Role role, Set<String> graphs) {
    static final String ANYONE = "anyone";

    /** Whether a graph may be seen. */
    public boolean sees(String graph) {
        return graphs.isEmpty() || graphs.contains(graph);
    }
}
