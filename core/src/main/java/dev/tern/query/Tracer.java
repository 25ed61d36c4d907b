package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.model.Meter;
import dev.tern.query.trace.Trace;
import dev.tern.query.trace.Traced;
import dev.tern.settings.Mode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;

/** Writes the trace of a query while it runs; for one thread. */
final class Tracer {
    private final Meter meter;
    private final QueryListener listener;
    private final List<Trace.Step> steps = new ArrayList<>();
    private final IdentityHashMap<Traced, List<Trace.Item>> items = new IdentityHashMap<>();

    Tracer(Meter meter, QueryListener listener) {
        this.meter = meter;
        this.listener = listener;
    }

    /** Runs a query, and says at its end what it took, whatever that end is. */
    <T> T heard(Supplier<T> query) {
        try {
            return query.get();
        } finally {
            listener.over(Trace.Cost.of(meter));
        }
    }

    /**
     * Runs a step and records it.
     *
     * @param in what the step is given
     * @throws TernException if the thread is interrupted already: a step may be long, and notice only where it waits
     */
    <T extends Traced> T step(String name, List<Trace.Item> in, Supplier<T> step) {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("the query was interrupted before its step " + name);
        }
        listener.begun(name);
        Trace.Cost before = Trace.Cost.of(meter);
        long start = System.nanoTime();
        T result = step.get();
        Trace.Cost cost = Trace.Cost.of(meter).since(before, (System.nanoTime() - start) / 1e6);
        List<Trace.Item> out = items(result);
        Trace.Step ended = new Trace.Step(name, in.size(), in, out.size(), out, result.notes(), cost);
        steps.add(ended);
        listener.ended(ended);
        return result;
    }

    /** What a step returned, as the trace shows it: made once, for the step and for the one that is given it. */
    List<Trace.Item> items(Traced result) {
        return items.computeIfAbsent(result, Traced::items);
    }

    Trace trace(Mode mode) {
        return Trace.of(mode, steps);
    }
}
