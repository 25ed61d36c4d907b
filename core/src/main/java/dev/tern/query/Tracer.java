package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.model.Meter;
import dev.tern.query.trace.LazyList;
import dev.tern.query.trace.Trace;
import dev.tern.query.trace.TracedResult;
import dev.tern.settings.Mode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;

/** Records the trace of a running query. Not thread-safe. */
final class Tracer {
    private final Meter meter;
    private final QueryListener listener;
    private final List<Trace.Step> steps = new ArrayList<>();
    private final IdentityHashMap<TracedResult, LazyList<Trace.Item>> items = new IdentityHashMap<>();

    Tracer(Meter meter, QueryListener listener) {
        this.meter = meter;
        this.listener = listener;
    }

    /** Runs a query, and reports its cost at the end or after a failure. */
    <T> T withTotalCost(Supplier<T> query) {
        try {
            return query.get();
        } finally {
            listener.queryEnded(Trace.Cost.of(meter));
        }
    }

    /**
     * Runs a step and records it.
     *
     * @param in the input of the step
     * @throws TernException if the thread is interrupted before the step
     */
    <T extends TracedResult> T step(String name, LazyList<Trace.Item> in, Supplier<T> step) {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("the query was interrupted before its step " + name);
        }
        listener.stepStarted(name);
        Trace.Cost before = Trace.Cost.of(meter);
        long start = System.nanoTime();
        T result = step.get();
        double millis = (System.nanoTime() - start) / 1e6;
        Trace.Cost cost = Trace.Cost.of(meter).since(before).withMillis(millis);
        Trace.Step ended = Trace.Step.of(name, in, items(result), result.remarks(), cost);
        steps.add(ended);
        listener.stepEnded(ended);
        return result;
    }

    /** Returns the items of a result: the same each time, since the next step may take them too. */
    LazyList<Trace.Item> items(TracedResult result) {
        return items.computeIfAbsent(result, made -> new LazyList<>(made::items));
    }

    /** Returns the items of a step that starts from a question. */
    static LazyList<Trace.Item> question(String text) {
        return new LazyList<>(() -> List.of(Trace.Item.question(text)));
    }

    Trace trace(Mode mode) {
        return Trace.of(mode, steps);
    }
}
