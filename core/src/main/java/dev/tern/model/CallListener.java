package dev.tern.model;

/** A listener for calls of the store and of models, notified on the thread that makes the call. */
public interface CallListener {
    /** A listener that does nothing. */
    CallListener NONE = new CallListener() {};

    /**
     * Called before a call of the store or a model; throwing prevents the call.
     *
     * @param kind the component that is called
     * @param name as in {@link Call#name}
     */
    default void callStarting(Call.Kind kind, String name) {}

    /**
     * Called after each store call, and after each successful model call. A failed call of a chat
     * model is reported only if it was interrupted, timed out or had begun its reply; a failed call
     * of an embedding model is never reported.
     */
    default void callEnded(Call call) {}
}
