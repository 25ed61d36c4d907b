package dev.tern.query.trace;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A list that is made when it is first read. Thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class LazyList<T> {
    private @Nullable Supplier<List<T>> source;
    private List<T> made = List.of();

    /** Creates a list that a function makes at the first read; it is called at most once. */
    public LazyList(Supplier<List<T>> source) {
        this.source = source;
    }

    int size() {
        return elements().size();
    }

    /** Returns the first elements, at most {@code limit}. */
    List<T> first(int limit) {
        List<T> all = elements();
        return List.copyOf(all.subList(0, Math.min(all.size(), limit)));
    }

    private synchronized List<T> elements() {
        if (source != null) {
            made = source.get();
            source = null;
        }
        return made;
    }
}
