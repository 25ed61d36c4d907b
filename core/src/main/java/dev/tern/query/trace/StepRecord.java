package dev.tern.query.trace;

import dev.tern.query.trace.Trace.Cost;
import dev.tern.query.trace.Trace.Item;
import java.util.List;
import java.util.Locale;

/** The values of a {@link Trace.Step}. */
record StepRecord(String name, int inCount, List<Item> in, int outCount, List<Item> out, List<String> notes, Cost cost)
        implements Trace.Step {
    StepRecord {
        in = first(in);
        out = first(out);
        notes = List.copyOf(notes);
    }

    private static List<Item> first(List<Item> items) {
        return List.copyOf(items.subList(0, Math.min(items.size(), Trace.MAX_ITEMS)));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s: %,d in, %,d out, %.1f ms", name, inCount, outCount, cost.millis());
    }
}
