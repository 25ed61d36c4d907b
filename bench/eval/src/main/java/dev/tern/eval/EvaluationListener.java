package dev.tern.eval;

/**
 * Receives the progress of an evaluation. {@link #questionEnded} is called from several threads, one at a
 * time; {@link #result} from the thread of the evaluation, possibly at the same time.
 */
public interface EvaluationListener {
    /** A listener that ignores all events. */
    EvaluationListener NONE = new EvaluationListener() {};

    /**
     * Called after every question, except in the warm-up.
     *
     * @param method the current method
     * @param done its completed questions
     * @param total all its questions
     */
    default void questionEnded(String method, int done, int total) {}

    /**
     * Called with the result of every question, in the order of the set.
     *
     * @param methodResult the passages and trace of the result
     */
    default void result(String method, QuestionResult result, RetrievalMethod.MethodResult methodResult) {}
}
