package dev.tern.transfer.verify;

import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts the problems found, and keeps the first ones. */
final class Findings {
    /** The maximum number of problems kept. */
    static final int MAX_PROBLEMS = 1_000;

    private final Map<ProblemKind, Long> counts = new EnumMap<>(ProblemKind.class);
    private final List<RowProblem> problems = new ArrayList<>();

    /**
     * Adds a problem of a row.
     *
     * @param words returns the description; called only if the problem is kept
     */
    void add(RowKind kind, String id, ProblemKind flaw, Supplier<String> words) {
        counts.merge(flaw, 1L, Long::sum);
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new RowProblem(kind, id, flaw, words.get()));
        }
    }

    Map<ProblemKind, Long> counts() {
        return counts;
    }

    List<RowProblem> problems() {
        return problems;
    }
}
