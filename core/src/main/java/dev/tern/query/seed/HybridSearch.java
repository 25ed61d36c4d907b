package dev.tern.query.seed;

import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Optional;

/**
 * Decides if keyword search is used in addition to vector search.
 *
 * @param byWords true for keyword search too
 * @param notes the reason, if it was requested and the store does not support it
 */
public record HybridSearch(boolean byWords, List<String> notes) {
    /** Returns the requested search, as far as the store supports it. */
    public static HybridSearch of(Parameters parameters, GraphView graph) {
        Optional<String> missing = parameters.get(Parameter.HYBRID) ? graph.fullTextMissing() : Optional.empty();
        return new HybridSearch(
                parameters.get(Parameter.HYBRID) && missing.isEmpty(),
                missing.map(why -> List.of("passages were found by their vectors alone: " + why))
                        .orElse(List.of()));
    }
}
