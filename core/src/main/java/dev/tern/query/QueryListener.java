package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.model.CallListener;
import dev.tern.query.trace.Trace;

/**
 * A listener for the progress of a query; it should return quickly. Steps and answer parts come in
 * order on the thread of the query: the caller's, or a virtual one for asynchronous calls and with
 * a time limit. Calls come from concurrent look-ups too, so {@link #callStarting} and {@link
 * #callEnded} have to be thread-safe. An exception ends the query and is thrown to the caller. But
 * after a {@link TernException} during a chat call, unless it is the fault of the user or the
 * store, the query continues without chat models.
 *
 * <p>After the time limit of a question, only {@link #queryEnded} and the ends of model calls,
 * which still cost tokens, are reported.
 */
public interface QueryListener extends CallListener {
    /** A listener that does nothing. */
    QueryListener NONE = new QueryListener() {};

    /**
     * Called when a step of the query begins.
     *
     * @param name the name of the step, as in {@link Trace.Step#name}
     */
    default void stepStarted(String name) {}

    /** Called when a step has ended, with its part of the trace. */
    default void stepEnded(Trace.Step step) {}

    /**
     * Called with the next part of the answer. All parts together are the final answer, except for
     * white space. They differ only if the passages support no part of a model's text, which the
     * final answer then omits.
     *
     * @param part the next part, of one or more words
     */
    default void answerPart(String part) {}

    /** Called before a call of the store or a model, possibly on another thread. */
    @Override
    default void callStarting(Call.Kind kind, String name) {}

    /** Called after a call of the store or a model, possibly on another thread. */
    @Override
    default void callEnded(Call call) {}

    /**
     * Called when a chat model has failed after its retries, or its budget is spent, and the query
     * continues without chat models. Called at most once, since no chat model is used afterwards.
     * An exception ends the query.
     *
     * @param message the sentence about the failure in the trace
     * @return the sentence to put there instead, or the same; not blank
     */
    default String failed(TernException failure, String message) {
        return message;
    }

    /**
     * Called last, after the query was answered or has failed; must not throw.
     *
     * @param spent the cost, including failed steps; the time in it is 0
     */
    default void queryEnded(Trace.Cost spent) {}

    /** Returns a listener that calls this listener and, unless this listener throws, another. */
    default QueryListener andThen(QueryListener other) {
        return new ListenerPair(this, other);
    }
}
