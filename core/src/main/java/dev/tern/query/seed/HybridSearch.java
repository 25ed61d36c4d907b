package dev.tern.query.seed;

import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Optional;

/**
 * Decides if naive mode searches by words as well as by vectors. Other modes search by words
 * whenever the store can.
 *
 * @param byWords true for keyword search too
 * @param notes the reason if keyword search was requested, but the store does not support it
 */
public record HybridSearch(boolean byWords, List<String> notes) {
    /** Returns the requested search; without keyword search if the store does not support it. */
    public static HybridSearch of(Parameters parameters, GraphView graph) {
        Optional<String> missing = parameters.get(Parameter.HYBRID) ? graph.fullTextMissing() : Optional.empty();
        return new HybridSearch(
                parameters.get(Parameter.HYBRID) && missing.isEmpty(),
                missing.map(why -> List.of("passages were found by their vectors alone: " + why))
                        .orElse(List.of()));
    }
}
