package dev.tern.query.trace;

import java.util.List;

/** The result of a step, for the trace. */
public interface Traced {
    /** Returns the items of the result, in order. */
    List<Trace.Item> items();

    /** Returns remarks for a reader of the trace: a fallback, a limit that was reached. */
    default List<String> notes() {
        return List.of();
    }
}
