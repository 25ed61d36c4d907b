package dev.tern.spark;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The money of runs that this process works for. It is kept here and not with what Spark broadcasts, which it may throw away and
 * read anew while a run goes on: what was noted as spent would be gone.
 */
final class HeldMoney {
    /** More runs than one process works for at a time. */
    private static final int MOST_RUNS = 64;

    private static final Map<String, ExecutorMoney> OF_RUNS =
            Collections.synchronizedMap(new LinkedHashMap<>(MOST_RUNS, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, ExecutorMoney> eldest) {
                    return size() > MOST_RUNS;
                }
            });

    private HeldMoney() {}

    /** The money of a run, made when it is asked for first. */
    static ExecutorMoney of(String run, Supplier<ExecutorMoney> made) {
        return OF_RUNS.computeIfAbsent(run, name -> made.get());
    }
}
