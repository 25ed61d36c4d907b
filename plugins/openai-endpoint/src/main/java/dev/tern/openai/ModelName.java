package dev.tern.openai;

import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.settings.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A graph as a model, {@code GRAPH} or {@code GRAPH:MODE}.
 *
 * @param mode the retrieval mode, in lower case; null for the best one available
 */
record ModelName(String graph, @Nullable String mode) {
    static final String MISSING =
            "there is no such model, or your key lacks access: a model is GRAPH or GRAPH:MODE, see /v1/models";

    /**
     * Parses the name of a model. The graph need not exist.
     *
     * @throws Problem if the caller may not see the graph, or the mode is not available
     */
    static ModelName of(String id, Graphs graphs, Caller caller) {
        int colon = id.indexOf(':');
        ModelName name =
                colon < 0 ? new ModelName(id, null) : new ModelName(id.substring(0, colon), id.substring(colon + 1));
        if (!caller.sees(name.graph) || (name.mode != null && !modes(graphs).contains(name.mode))) {
            throw missing();
        }
        return name;
    }

    /** Returns the models that a caller may access; damaged graphs are left out. */
    static List<ModelName> all(Graphs graphs, Caller caller) {
        List<ModelName> names = new ArrayList<>();
        List<String> damaged = graphs.damaged();
        for (String graph : graphs.names()) {
            if (caller.sees(graph) && !damaged.contains(graph)) {
                names.add(new ModelName(graph, null));
                modes(graphs).forEach(mode -> names.add(new ModelName(graph, mode)));
            }
        }
        return names;
    }

    /** Returns the problem for an unknown model, the same for missing and forbidden graphs. */
    static Problem missing() {
        return Problem.notFound(MISSING);
    }

    private static List<String> modes(Graphs graphs) {
        return graphs.modes().stream().map(ModelName::lower).toList();
    }

    private static String lower(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name as clients write it. */
    String id() {
        return mode == null ? graph : graph + ":" + mode;
    }
}
