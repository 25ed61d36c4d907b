package dev.tern.query;

import dev.tern.query.choose.Choice;
import dev.tern.query.choose.Verdict;

/**
 * A walk, and what a chat model chose of it.
 *
 * @param walked the walk; where there was a second, its passages stand behind
 * @param choice the chosen relations
 * @param verdict the chosen passages
 */
record Chosen(WalkResult walked, Choice choice, Verdict verdict) {
    /** A walk of which no model chose anything. */
    static Chosen nothing(WalkResult walked) {
        return new Chosen(walked, Choice.NONE, Verdict.NONE);
    }

    /** Relations are not followed where the passages that the same model chose are numbers drawn by lot. */
    static Chosen of(WalkResult walked, Choice choice, Verdict verdict) {
        return new Chosen(walked, verdict.plausible() ? choice : choice.distrusted(), verdict);
    }
}
