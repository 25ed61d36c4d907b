package dev.tern.eval;

/**
 * Receives the progress of an evaluation. {@link #questionEnded} is called from several threads,
 * one at a time; {@link #result} from the thread of the evaluation, possibly at the same time.
 */
public interface EvaluationListener {
    /** A listener that ignores all events. */
    EvaluationListener NONE = new EvaluationListener() {};

    /**
     * Called at the end of every question, except in the warm-up.
     *
     * @param method the name of the current method, or "candidates"
     * @param done the number of its completed questions
     * @param total the number of its questions
     */
    default void questionEnded(String method, int done, int total) {}

    /**
     * Receives the result of every question, in the order of the set.
     *
     * @param methodResult the passages and trace of the result
     */
    default void result(String method, QuestionResult result, RetrievalMethod.MethodResult methodResult) {}
}
