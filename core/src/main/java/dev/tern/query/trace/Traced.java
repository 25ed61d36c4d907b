package dev.tern.query.trace;

import java.util.List;

/** What a step of a query returns, as the trace shows it. */
public interface Traced {
    /** What came out of the step, in its order. */
    List<Trace.Item> items();

    /** What a reader of the trace should know besides: a fallback, a limit that was reached. */
    default List<String> notes() {
        return List.of();
    }
}
