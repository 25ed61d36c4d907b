package dev.tern.model;

/** Hears of the calls of the store and of models, each on the thread that makes it. */
public interface CallListener {
    /** A listener that ignores what it hears. */
    CallListener NONE = new CallListener() {};

    /**
     * A call of the store or a model begins. What it throws ends the call before it is made.
     *
     * @param kind whom it goes to
     * @param name as in {@link Call#name}
     */
    default void calling(Call.Kind kind, String name) {}

    /** A call of the store has ended, or one of a model has been answered. */
    default void called(Call call) {}
}
