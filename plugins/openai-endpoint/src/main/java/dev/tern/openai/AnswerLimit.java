package dev.tern.openai;

import dev.tern.model.TokenEstimator;

/** Limits an answer's length in {@linkplain TokenEstimator estimated} tokens. Not thread-safe. */
final class AnswerLimit {
    private long quarters;
    private boolean reached;

    AnswerLimit(int tokens) {
        this.quarters = 4L * tokens;
    }

    /** Returns true if text was cut off. */
    boolean isReached() {
        return reached;
    }

    /** Returns the beginning of a text that still fits, and counts its tokens as used. */
    String truncate(String text) {
        int end = 0;
        while (end < text.length() && !reached) {
            int next = text.offsetByCodePoints(end, 1);
            int needed = TokenEstimator.quarters(text.substring(end, next));
            if (needed > quarters) {
                reached = true;
            } else {
                quarters -= needed;
                end = next;
            }
        }
        return text.substring(0, end);
    }
}
