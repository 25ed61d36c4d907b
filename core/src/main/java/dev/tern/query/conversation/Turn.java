package dev.tern.query.conversation;

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
        question = cut(question.strip());
        answer = cut(answer.strip());
    }

    /** Never half of a surrogate pair. */
    private static String cut(String text) {
        if (text.length() <= MAX_LENGTH) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
        return text.substring(0, end);
    }
}
