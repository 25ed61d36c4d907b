package dev.tern.offline.answer;

import dev.tern.query.answer.OfflineAnswers;
import java.util.Collection;
import java.util.List;

/** Provides the answers of this package. */
public final class RuleAnswers implements OfflineAnswers {
    /** Creates the only instance, for {@link java.util.ServiceLoader}. */
    public RuleAnswers() {}

    @Override
    public Quoter quoter() {
        return new RuleQuoter();
    }

    @Override
    public boolean lacksWords(String question, String answer) {
        return AnswerKind.lacksWords(question, answer);
    }

    @Override
    public List<String> answerWords(String question, String quote) {
        return AnswerKind.answerWords(question, quote);
    }

    @Override
    public List<String> names(String question, String quote, Collection<String> known) {
        return AnswerKind.names(question, quote, known);
    }

    @Override
    public boolean isFollowUp(String question) {
        return FollowUpDetector.isFollowUp(question);
    }
}
