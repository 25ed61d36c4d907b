package dev.tern.transfer.verify;

import java.util.List;
import java.util.Map;

/**
 * What a verification has found.
 *
 * @param passages passages read
 * @param relations statements of passages read
 * @param entities entities read
 * @param counts how often each flaw was found; those that were not are left out
 * @param problems what was found, the first {@value Verification#MOST_PROBLEMS}
 * @param millis time on the clock
 */
public record VerificationReport(
        long passages, long relations, long entities, Map<Flaw, Long> counts, List<FlawedRow> problems, double millis) {
    /** Copies the counts and the problems. */
    public VerificationReport {
        counts = Map.copyOf(counts);
        problems = List.copyOf(problems);
    }

    /** Whether nothing is wrong. */
    public boolean whole() {
        return counts.isEmpty();
    }

    /** How many problems there are, those included that are not listed. */
    public long found() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
