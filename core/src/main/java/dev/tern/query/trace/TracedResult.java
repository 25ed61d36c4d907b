package dev.tern.query.trace;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Function;

/** The result of a step, as the trace shows it. */
public interface TracedResult {
    /** Returns the items of the result, in order. */
    List<Trace.Item> items();

    /** Returns a list that creates an item at each read, since only a few of thousands are read. */
    static <T> List<Trace.Item> items(List<T> values, Function<T, Trace.Item> item) {
        return new AbstractList<>() {
            @Override
            public Trace.Item get(int index) {
                return item.apply(values.get(index));
            }

            @Override
            public int size() {
                return values.size();
            }
        };
    }

    /** Returns remarks for a reader of the trace: a fallback, a limit that was reached. */
    default List<String> remarks() {
        return List.of();
    }
}
