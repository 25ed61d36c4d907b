package dev.tern.offline.answer;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.query.answer.Answerer;
import dev.tern.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Quotes at most three sentences, the answer first, or states that none fits the question.
 *
 * <p>The quotes fit if their {@linkplain QuoteChoice#fit fit} is at least {@value #FITS}. The words
 * of the question that {@linkplain UnansweredWords the quotes lack} are reported before them; if
 * the quotes lack all names or all words of the question, nothing fits.
 */
final class ExtractiveAnswerer implements Answerer {
    /** The maximum number of relations of a passage that count as evidence for its quote. */
    private static final int MAX_RELATIONS_PER_QUOTE = 3;

    /** The minimum fit of quotes, by {@link QuoteChoice#fit}. */
    static final double FITS = 0.75;

    static final AnswerText NO_PASSAGE = AnswerText.unknown(
            "There is no passage to answer from: the graph is empty, or the filter hides all of it.");

    private final TextEmbedder embedder;
    private final NamingRules rules;

    ExtractiveAnswerer(TextEmbedder embedder, NamingRules rules) {
        this.embedder = embedder;
        this.rules = rules;
    }

    @Override
    public AnswerText answer(
            String question, List<Passage> passages, List<Relation> relations, Consumer<String> words) {
        AnswerText answer = passages.isEmpty() ? NO_PASSAGE : answer(question, passages, relations);
        words.accept(answer.text());
        return answer;
    }

    private AnswerText answer(String question, List<Passage> passages, List<Relation> relations) {
        ContentWords asked = new ContentWords(question, rules);
        QuoteChoice choice = new QuoteChoice(question, asked, passages, relations, embedder);
        List<Quote> quotes = choice.quotes();
        if (quotes.isEmpty() || choice.fit(quotes) < FITS) {
            return nothing(question);
        }
        UnansweredWords words = unsaid(question, asked, choice, quotes, passages, relations);
        return words.isAll()
                ? nothing(question)
                : AnswerText.quoted(words.sentence()
                        + words.inOrder(quotes).stream().map(Quote::text).collect(Collectors.joining("\n")));
    }

    private static AnswerText nothing(String question) {
        return AnswerText.unknown(AnswerWords.of(Language.ofQuestion(question)).text("nothing"));
    }

    /** Returns the first sentence of a passage, which mostly names its subject; empty for a row. */
    private static String opening(Passage passage) {
        QuotablePart first = QuotablePart.of(List.of(passage)).getFirst();
        return first.isRow() ? "" : first.text();
    }

    private UnansweredWords unsaid(
            String question,
            ContentWords asked,
            QuoteChoice choice,
            List<Quote> quotes,
            List<Passage> passages,
            List<Relation> relations) {
        List<UnansweredWords.Evidence> evidence = new ArrayList<>();
        StringBuilder cited = new StringBuilder();
        for (Quote quote : quotes) {
            Passage passage = passages.get(quote.passage());
            StringBuilder around = new StringBuilder(
                    passage.title() + "\n" + passage.position().heading());
            String text = quote.sentences().stream().map(QuotablePart::text).collect(Collectors.joining("\n"));
            boolean isRow = QuotablePart.isRow(text);
            // The relations of a table are mostly those of other rows.
            relations.stream()
                    .filter(relation -> QuoteChoice.isStated(relation, passage.id()) && !isRow)
                    .limit(MAX_RELATIONS_PER_QUOTE)
                    .forEach(relation -> around.append('\n').append(relation.text()));
            Language likely = Language.of(passage.text());
            Language language = isRow && likely == Language.ENGLISH ? Language.OTHER : likely;
            evidence.add(new UnansweredWords.Evidence(
                    text, around.toString(), opening(passage), language, choice.wordsOf(List.of(quote))));
            cited.append(passage.title()).append('\n').append(passage.text()).append('\n');
        }
        return new UnansweredWords(question, asked, evidence, cited.toString(), embedder);
    }
}
