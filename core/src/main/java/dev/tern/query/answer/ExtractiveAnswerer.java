package dev.tern.query.answer;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Quotes the few sentences that answer a question, the one that says most first; or says that nothing fits. Nothing is rephrased.
 *
 * <p>Whether anything fits is decided by how much of the question stands in the quotes, names counting twice, by whether a
 * name that is asked about stands in them, and by how far the nearest sentence {@linkplain Nearness#standing stands out}: none hangs on one encoder's cosines, and a question in another
 * language than its passages, whose words are not found, is answered where the encoder knows both.
 */
final class ExtractiveAnswerer implements Answerer {
    /** What the three have to come to. */
    static final double FITS = 0.75;

    private final TextEmbedder embedder;
    private final NamingRules rules;

    ExtractiveAnswerer(TextEmbedder embedder, NamingRules rules) {
        this.embedder = embedder;
        this.rules = rules;
    }

    @Override
    public AnswerText answer(
            String question, List<Passage> passages, List<Relation> relations, Consumer<String> words) {
        AnswerText answer = answer(question, passages, relations);
        words.accept(answer.text());
        return answer;
    }

    private AnswerText answer(String question, List<Passage> passages, List<Relation> relations) {
        if (passages.isEmpty()) {
            return AnswerText.unknown(
                    "There is no passage to answer from: the graph is empty, or the filter hides all of it.");
        }
        QuoteChoice choice = new QuoteChoice(question, new AskedWords(question, rules), passages, relations, embedder);
        List<Quote> quotes = choice.quotes();
        return quotes.isEmpty() || choice.fit(quotes) < FITS
                ? AnswerText.unknown("Nothing in the graph fits this question; the passages are only the nearest.")
                : AnswerText.quoted(quotes.stream().map(Quote::text).collect(Collectors.joining("\n")));
    }
}
