package dev.tern.openai;

import dev.tern.model.Tokens;

/** How much of an answer is sent, by {@linkplain Tokens estimated} tokens; for one thread. */
final class AnswerLimit {
    private long quarters;
    private boolean reached;

    /**
     * A limit that nothing was taken of.
     *
     * @param tokens the most, at least 1
     */
    AnswerLimit(int tokens) {
        this.quarters = 4L * tokens;
    }

    /** Whether something was left out. */
    boolean isReached() {
        return reached;
    }

    /** The beginning of a text for which there is room, never half of a character; nothing once the limit was reached. */
    String taken(String text) {
        int end = 0;
        while (end < text.length() && !reached) {
            int next = text.offsetByCodePoints(end, 1);
            int needed = Tokens.quarters(text.substring(end, next));
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
