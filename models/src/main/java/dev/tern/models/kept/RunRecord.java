package dev.tern.models.kept;

import java.time.Instant;
import java.util.Optional;

/**
 * A run as the account book remembers it.
 *
 * @param start what it set out to do
 * @param began when it began
 * @param updated when it was last heard of
 * @param ended when it ended; empty if it has not, or its process was killed
 * @param state how it stands
 * @param note what it said at its end; empty if nothing
 * @param counts how far it came
 * @param spent what its calls of models came to
 */
public record RunRecord(
        RunStart start,
        Instant began,
        Instant updated,
        Optional<Instant> ended,
        RunState state,
        String note,
        RunCounts counts,
        CostLine spent) {}
