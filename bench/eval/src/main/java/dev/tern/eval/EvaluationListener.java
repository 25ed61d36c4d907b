package dev.tern.eval;

/**
 * Hears how an evaluation goes on. {@link #asked} comes from several threads, one at a time; {@link #result} from the thread
 * that runs the evaluation, also while {@code asked} is called.
 */
public interface EvaluationListener {
    /** A listener that ignores all events. */
    EvaluationListener NONE = new EvaluationListener() {};

    /**
     * Called after every question; the questions of the warm-up are left out.
     *
     * @param method the method being measured
     * @param done how many questions were asked of it
     * @param total how many there are
     */
    default void asked(String method, int done, int total) {}

    /**
     * Called with the result of every question, in the order of the set.
     *
     * @param found what the result was made from
     */
    default void result(String method, QuestionResult result, Method.Found found) {}
}
