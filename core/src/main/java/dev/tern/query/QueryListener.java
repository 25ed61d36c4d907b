package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.model.CallListener;
import dev.tern.query.trace.Trace;

/**
 * Hears how a query goes on, on the thread that asks, or where the question has a time limit on the thread that works for it;
 * so it should return quickly. What it throws ends the query and comes out of the call that asked.
 *
 * <p>When a question's time limit has passed, nothing more is heard of it but the end of a model's call, which costs all the
 * same, and {@link #over}, as soon as the work has stopped.
 */
public interface QueryListener extends CallListener {
    /** A listener that ignores what it hears. */
    QueryListener NONE = new QueryListener() {};

    /**
     * A step of the query begins.
     *
     * @param name its name, as in {@link Trace.Step#name}
     */
    default void begun(String name) {}

    /** A step has ended, and this is its part of the trace. */
    default void ended(Trace.Step step) {}

    /**
     * More of the answer. The parts in order are the answer at the end, but for white space around it; where they differ, the text was
     * dropped since no passage supports it, and the answer at the end is the one to show.
     *
     * @param part the next words, as the model wrote them
     */
    default void words(String part) {}

    /** A call of the store or a model begins; also heard on other threads than the one that asks. */
    @Override
    default void calling(Call.Kind kind, String name) {}

    /** A call of the store or a model has ended; also heard on other threads than the one that asks. */
    @Override
    default void called(Call call) {}

    /**
     * A chat model has failed after its retries, and the query goes on without: by the local order, and with quotes for an answer.
     * Heard once: from the first failure on no chat model is asked. An exception from here ends the query.
     *
     * @param told the sentence of the trace about it, the failure's own
     * @return the sentence to stand there instead, or the same; not blank
     */
    default String failed(TernException failure, String told) {
        return told;
    }

    /**
     * The query is over, whether it was answered or failed. Heard last, and must not throw.
     *
     * @param spent what it took, also of a step that failed; its time is 0
     */
    default void over(Trace.Cost spent) {}

    /** Both: this one hears each event first, and what it throws the other does not hear. */
    default QueryListener andThen(QueryListener other) {
        return new BothListeners(this, other);
    }
}
