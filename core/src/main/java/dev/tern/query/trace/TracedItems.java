package dev.tern.query.trace;

import dev.tern.query.trace.Trace.Item;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The items of a step's input or output, made when they are first read. Thread-safe. */
public final class TracedItems {
    private @Nullable Supplier<List<Item>> source;
    private List<Item> items = List.of();

    /** Creates items that a function makes at the first read; it is called at most once. */
    public TracedItems(Supplier<List<Item>> source) {
        this.source = source;
    }

    /** Creates the given items. */
    TracedItems(List<Item> items) {
        this.items = items;
    }

    int count() {
        return read().size();
    }

    /** Returns the first items, at most {@code limit}. */
    List<Item> first(int limit) {
        List<Item> all = read();
        return List.copyOf(all.subList(0, Math.min(all.size(), limit)));
    }

    private synchronized List<Item> read() {
        if (source != null) {
            items = source.get();
            source = null;
        }
        return items;
    }
}
