package dev.tern.server.json;

import dev.tern.query.Answer;
import java.util.List;
import java.util.Optional;

/**
 * A comparison of modes as JSON.
 *
 * @param answers one answer for each compared mode, naive first
 */
public record ComparisonJson(String question, List<AnswerJson> answers) {
    /** Returns the JSON of answers; {@code items} is true for traces with items. */
    public static ComparisonJson of(String question, List<Answer> answers, boolean items) {
        return new ComparisonJson(
                question,
                answers.stream()
                        .map(answer -> AnswerJson.of(answer, Optional.empty(), items))
                        .toList());
    }
}
