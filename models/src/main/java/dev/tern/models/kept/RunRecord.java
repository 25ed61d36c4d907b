package dev.tern.models.kept;

import java.time.Instant;
import java.util.Optional;

/**
 * A run in the account book.
 *
 * @param started the start time
 * @param updated the time at which the run was last written
 * @param ended the end time; empty if the run goes on, or its end was not written
 * @param remark the final remark; may be empty
 * @param spent the cost of the run's model calls
 */
public record RunRecord(
        RunStart start,
        Instant started,
        Instant updated,
        Optional<Instant> ended,
        RunState state,
        String remark,
        RunCounts counts,
        GroupCost spent) {}
