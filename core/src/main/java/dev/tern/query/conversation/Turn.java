package dev.tern.query.conversation;

import dev.tern.text.Beginning;

/**
 * A question and its answer, as they were said.
 *
 * @param question what was asked, as the user wrote it; cut to {@value #MAX_LENGTH} characters
 * @param answer what was answered; cut to {@value #MAX_LENGTH} characters
 */
public record Turn(String question, String answer) {
    /** The most characters that are kept of each: what a follow-up leans on stands at the beginning. */
    public static final int MAX_LENGTH = 1000;

    /** Trims both texts and cuts them to their limit. */
    public Turn {
        question = Beginning.of(question.strip(), MAX_LENGTH);
        answer = Beginning.of(answer.strip(), MAX_LENGTH);
    }
}
