package dev.tern.spark;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The limits of this process's runs. They are not part of a broadcast, which Spark may drop and
 * read again during a run, and so lose recorded spending.
 */
final class ExecutorLimitsCache {
    /** More runs than one process serves at a time. */
    private static final int MOST_RUNS = 64;

    private static final Map<String, ExecutorLimits> OF_RUNS =
            Collections.synchronizedMap(new LinkedHashMap<>(MOST_RUNS, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, ExecutorLimits> eldest) {
                    return size() > MOST_RUNS;
                }
            });

    private ExecutorLimitsCache() {}

    /** Returns the limits of a run, created on first use. */
    static ExecutorLimits of(String run, Supplier<ExecutorLimits> made) {
        return OF_RUNS.computeIfAbsent(run, name -> made.get());
    }
}
