package dev.tern.transfer.verify;

import java.util.List;
import java.util.Map;

/**
 * The result of a verification. Created by Tern only: its accessors are API, its constructor is
 * not.
 *
 * @param passages the number of passages read
 * @param relations the number of statements of passages read
 * @param entities the number of entities read
 * @param counts the number of problems by kind, without zeros
 * @param problems the first {@value Verification#MAX_PROBLEMS} problems
 * @param millis elapsed time in milliseconds
 */
public record VerificationReport(
        long passages,
        long relations,
        long entities,
        Map<ProblemKind, Long> counts,
        List<RowProblem> problems,
        double millis) {
    public VerificationReport {
        counts = Map.copyOf(counts);
        problems = List.copyOf(problems);
    }

    /** Returns the numbers of rows read and of problems. */
    @Override
    public String toString() {
        return passages + " passages, " + relations + " relations, " + entities + " entities, " + problemCount()
                + " problems";
    }

    /** Returns true if there are no problems. */
    public boolean isWhole() {
        return counts.isEmpty();
    }

    /** Returns the number of problems, unlisted ones included. */
    public long problemCount() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
