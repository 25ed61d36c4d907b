package dev.tern.server.json;

import dev.tern.query.Answer;
import java.util.List;

/**
 * A comparison of modes as JSON.
 *
 * @param answers one answer for each compared mode, naive first
 */
public record ComparisonJson(String question, List<AnswerJson> answers) {
    public static ComparisonJson of(String question, List<Answer> answers) {
        return new ComparisonJson(question, answers.stream().map(AnswerJson::of).toList());
    }
}
