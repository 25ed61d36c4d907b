package dev.tern.query.trace;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The size and the first elements of a list that is made when they are first read. Until then, it
 * keeps everything that the list is made from. Equal if size and elements are. Thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class LazyList<T> {
    /** The maximum number of elements that are kept. */
    static final int MAX_ELEMENTS = 100;

    private @Nullable Supplier<List<T>> source;
    private int size;
    private List<T> first = List.of();

    /** Creates a list that a function makes at the first read; it is called at most once. */
    public LazyList(Supplier<List<T>> source) {
        this.source = source;
    }

    /** Returns the number of all elements. */
    public synchronized int size() {
        read();
        return size;
    }

    /** Returns the first elements, at most {@value #MAX_ELEMENTS}. */
    public synchronized List<T> first() {
        read();
        return first;
    }

    private void read() {
        if (source != null) {
            List<T> all = source.get();
            size = all.size();
            first = List.copyOf(all.subList(0, Math.min(size, MAX_ELEMENTS)));
            source = null;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LazyList<?> list && size() == list.size() && first().equals(list.first());
    }

    @Override
    public int hashCode() {
        return 31 * size() + first().hashCode();
    }
}
