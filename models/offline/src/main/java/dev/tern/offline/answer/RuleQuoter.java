package dev.tern.offline.answer;

import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.query.answer.Answerer;
import dev.tern.query.answer.OfflineAnswers;
import dev.tern.query.overview.NearTheme;
import java.util.List;

/** Quotes passages by the rules of this package. */
final class RuleQuoter implements OfflineAnswers.Quoter {
    private final PartCache cache = new PartCache();

    @Override
    public Answerer quoting(TextEmbedder embedder, NamingRules rules) {
        return new ExtractiveAnswerer(embedder, rules, cache);
    }

    @Override
    public Answerer quoting(List<NearTheme> themes) {
        return new ThemeQuotes(themes, cache);
    }
}
