package dev.tern.query.conversation;

import dev.tern.text.TextTruncation;

/**
 * A question and its answer in a conversation.
 *
 * @param question the question as the user wrote it; cut to {@value #MAX_LENGTH} characters
 * @param answer the answer; cut to {@value #MAX_LENGTH} characters
 */
public record Turn(String question, String answer) {
    /** The maximum length of either text; names are usually at the beginning. */
    public static final int MAX_LENGTH = 1000;

    /** Trims both texts and cuts them to their limit. */
    public Turn {
        question = TextTruncation.of(question.strip(), MAX_LENGTH);
        answer = TextTruncation.of(answer.strip(), MAX_LENGTH);
    }
}
