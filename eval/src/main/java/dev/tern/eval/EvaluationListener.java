package dev.tern.eval;

import dev.tern.query.Mode;

/** Hears how an evaluation goes on; may be called from several threads, one at a time. */
@FunctionalInterface
public interface EvaluationListener {
    /** Hears nothing. */
    EvaluationListener NONE = (mode, done, total) -> {};

    /**
     * Called after every question; the questions of the warm-up are not told.
     *
     * @param mode the mode being measured
     * @param done how many questions were asked in it
     * @param total how many there are
     */
    void asked(Mode mode, int done, int total);
}
