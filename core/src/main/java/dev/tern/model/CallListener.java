package dev.tern.model;

/** A listener to the calls of the store and of models, called on the calling thread. */
public interface CallListener {
    /** A listener that does nothing. */
    CallListener NONE = new CallListener() {};

    /**
     * Called before a call of the store or a model; throwing prevents the call.
     *
     * @param kind the receiver
     * @param name as in {@link Call#name}
     */
    default void calling(Call.Kind kind, String name) {}

    /** Called after a call of the store or of a model. */
    default void called(Call call) {}
}
