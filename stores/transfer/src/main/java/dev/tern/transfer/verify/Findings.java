package dev.tern.transfer.verify;

import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts the problems found, and keeps the first ones. */
final class Findings {
    /** The maximum problems kept. */
    static final int MOST_PROBLEMS = 1_000;

    private final Map<Flaw, Long> counts = new EnumMap<>(Flaw.class);
    private final List<FlawedRow> problems = new ArrayList<>();

    /**
     * Adds a problem of a row.
     *
     * @param words called only if the problem is kept
     */
    void add(RowKind kind, String id, Flaw flaw, Supplier<String> words) {
        counts.merge(flaw, 1L, Long::sum);
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(new FlawedRow(kind, id, flaw, words.get()));
        }
    }

    Map<Flaw, Long> counts() {
        return counts;
    }

    List<FlawedRow> problems() {
        return problems;
    }
}
