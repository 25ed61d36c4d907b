package dev.tern.query.answer;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.model.MeteredChat;
import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.query.cite.Claim;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.List;
import java.util.function.Consumer;

/** Answers questions from given passages only. Thread-safe. */
@FunctionalInterface
public interface Answerer {
    /**
     * Answers a question from passages.
     *
     * @param passages numbered from 1 in this order
     * @param relations the relations that led to them, the most useful first
     * @param words receives the answer while it is made
     * @throws dev.tern.error.TernException if a model fails
     */
    AnswerText answer(String question, List<Passage> passages, List<Relation> relations, Consumer<String> words);

    /** Returns an answerer by a chat model. */
    static Answerer model(MeteredChat chat) {
        return new ChatAnswerer(chat, List.of());
    }

    /** Returns an answerer by a chat model for questions about the whole graph, from themes. */
    static Answerer model(MeteredChat chat, List<NearTheme> themes) {
        return new ChatAnswerer(chat, themes);
    }

    /**
     * Returns an answerer that quotes the best sentences by words, vectors and relations, if any
     * fit.
     *
     * @param rules the naming rules: another name of an entity in the question counts as its name
     */
    static Answerer extractive(TextEmbedder embedder, NamingRules rules) {
        return new ExtractiveAnswerer(embedder, rules);
    }

    /** Returns an answerer that quotes the best sentences of each theme, without a model. */
    static Answerer extractive(List<NearTheme> themes) {
        return new ThemeQuotes(themes);
    }

    /**
     * Returns an answerer that keeps the words of a failed model, as far as passages support them,
     * and then quotes passages.
     *
     * @param written the words already streamed; may be empty
     * @param notes explain the failure
     */
    static Answerer after(String written, List<String> notes, Answerer quotes) {
        return new BrokenOffAnswerer(written, notes, quotes);
    }

    /**
     * The text of an answer.
     *
     * @param text the text, with the numbers of passages in brackets
     * @param known false if the passages contain no answer
     * @param claims the sentences that a model wrote, checked; empty for quotes
     * @param remarks remarks for the trace
     */
    record AnswerText(String text, boolean known, List<Claim> claims, List<String> remarks) implements TracedResult {
        static AnswerText quoted(String text) {
            return new AnswerText(text, true, List.of(), List.of());
        }

        static AnswerText unknown(String text) {
            return new AnswerText(text, false, List.of(), List.of());
        }

        @Override
        public List<Item> items() {
            return List.of(Item.of(Item.Kind.ANSWER, text));
        }
    }
}
