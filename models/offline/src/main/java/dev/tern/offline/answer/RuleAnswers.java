package dev.tern.offline.answer;

import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.query.answer.Answerer;
import dev.tern.query.answer.OfflineAnswers;
import dev.tern.query.overview.NearTheme;
import java.util.Collection;
import java.util.List;

/** Provides the answers of this package. */
public final class RuleAnswers implements OfflineAnswers {
    /** Creates the only instance, for {@link java.util.ServiceLoader}. */
    public RuleAnswers() {}

    @Override
    public Answerer quoting(TextEmbedder embedder, NamingRules rules) {
        return new ExtractiveAnswerer(embedder, rules);
    }

    @Override
    public Answerer quoting(List<NearTheme> themes) {
        return new ThemeQuotes(themes);
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
