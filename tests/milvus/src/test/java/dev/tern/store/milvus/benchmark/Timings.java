package dev.tern.store.milvus.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The durations of a repeated action. */
final class Timings {
    private final List<Double> millis = new ArrayList<>();

    void measure(Runnable action) {
        long start = System.nanoTime();
        action.run();
        millis.add((System.nanoTime() - start) / 1e6);
    }

    double percentile(double share) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(share * (sorted.size() - 1))));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %8.1f ms   p95 %8.1f ms", percentile(0.5), percentile(0.95));
    }
}
