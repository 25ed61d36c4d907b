package dev.tern.query.conversation;

import dev.tern.text.TextTruncation;

/**
 * A question and its answer in a conversation.
 *
 * @param question the question, as the user wrote it or rewritten
 * @param answer the answer, possibly cut
 */
public record Turn(String question, String answer) {
    /** The maximum length of either text, in UTF-16 units; names are usually at the beginning. */
    public static final int MAX_LENGTH = 1000;

    /** Strips both texts, and cuts each to {@value #MAX_LENGTH} UTF-16 units. */
    public Turn {
        question = TextTruncation.of(question.strip(), MAX_LENGTH);
        answer = TextTruncation.of(answer.strip(), MAX_LENGTH);
    }

    /** Returns the question and the answer. */
    @Override
    public String toString() {
        return question + " " + answer;
    }
}
