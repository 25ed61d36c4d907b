package dev.tern.spark;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The limits of the runs that this process works for. They are kept here and not with what Spark broadcasts, which it may throw away
 * and read anew while a run goes on: what was noted as spent would be gone.
 */
final class ExecutorLimitsCache {
    /** More runs than one process works for at a time. */
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

    /** The limits of a run, made when they are asked for first. */
    static ExecutorLimits of(String run, Supplier<ExecutorLimits> made) {
        return OF_RUNS.computeIfAbsent(run, name -> made.get());
    }
}
