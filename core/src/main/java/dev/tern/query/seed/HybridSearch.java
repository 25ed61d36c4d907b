package dev.tern.query.seed;

import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Optional;

/**
 * Whether passages are searched for by their words beside their vectors.
 *
 * @param byWords whether they are
 * @param notes why not, where that was asked for and the store cannot
 */
public record HybridSearch(boolean byWords, List<String> notes) {
    /** What was asked for, as far as the store can do it. */
    public static HybridSearch of(Parameters parameters, GraphView graph) {
        Optional<String> missing = parameters.get(Parameter.HYBRID) ? graph.fullTextMissing() : Optional.empty();
        return new HybridSearch(
                parameters.get(Parameter.HYBRID) && missing.isEmpty(),
                missing.map(why -> List.of("passages were found by their vectors alone: " + why))
                        .orElse(List.of()));
    }
}
