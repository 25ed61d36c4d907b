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
 * @param graph the name of the graph
 * @param mode how it is asked, in lower case; null for the best way that the models of the server allow
 */
record ModelName(String graph, @Nullable String mode) {
    /**
     * The model of a name.
     *
     * @throws Problem if there is none that the caller may ask
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

    /** The models that a caller may ask; a graph that is damaged is none. */
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

    /** A graph that is not there and one that is not for the caller get the same error. */
    static Problem missing() {
        return Problem.notFound(
                "there is no such model, or your key is not for it: a model is GRAPH or GRAPH:MODE, and /v1/models"
                        + " lists them");
    }

    private static List<String> modes(Graphs graphs) {
        return graphs.modes().stream().map(ModelName::lower).toList();
    }

    private static String lower(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    /** The name as clients write it. */
    String id() {
        return mode == null ? graph : graph + ":" + mode;
    }
}
