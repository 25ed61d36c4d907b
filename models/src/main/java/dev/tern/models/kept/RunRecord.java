package dev.tern.models.kept;

import java.time.Instant;
import java.util.Optional;

/**
 * A run in the account book.
 *
 * @param start its start data
 * @param began the start time
 * @param updated the time at which its row was last written
 * @param ended the end time; empty if it has not ended, or its process was killed
 * @param state its state
 * @param note its final note; may be empty
 * @param counts its progress
 * @param spent the cost of its model calls
 */
public record RunRecord(
        RunStart start,
        Instant began,
        Instant updated,
        Optional<Instant> ended,
        RunState state,
        String note,
        RunCounts counts,
        GroupCost spent) {}
