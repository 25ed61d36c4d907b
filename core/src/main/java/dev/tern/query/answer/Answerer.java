package dev.tern.query.answer;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.model.MeteredChat;
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
     * @param relations the relations that led to the passages, the most useful first
     * @param words receives the text in parts, and also text of a model that the result drops
     * @throws dev.tern.error.TernException if a model fails
     */
    AnswerText answer(String question, List<Passage> passages, List<Relation> relations, Consumer<String> words);

    /** Returns an answerer that calls a chat model; the passages may be grouped by theme. */
    static Answerer model(MeteredChat chat, List<NearTheme> themes) {
        return new ChatAnswerer(chat, themes);
    }

    /**
     * Returns an answerer that continues after a failed model: it keeps the whole text of the model
     * if that cites a passage or the passages support a part of it, and appends quotes.
     *
     * @param written the text already streamed; may be empty
     * @param remarks the reasons for the failure
     */
    static Answerer after(String written, List<String> remarks, Answerer quotes) {
        return new BrokenOffAnswerer(written, remarks, quotes);
    }

    /**
     * The text of an answer.
     *
     * @param text the text, with the numbers of passages from 1 in brackets
     * @param known false if the passages do not answer the question; after a failed model, as for
     *     the quotes alone
     * @param claims the sentences that a model wrote, checked; empty for quotes
     * @param remarks remarks for the trace
     */
    record AnswerText(String text, boolean known, List<Claim> claims, List<String> remarks) implements TracedResult {
        /** Returns a text of quotes that answer the question. */
        public static AnswerText quoted(String text) {
            return new AnswerText(text, true, List.of(), List.of());
        }

        /** Returns a text that states that the passages do not answer the question. */
        public static AnswerText unknown(String text) {
            return new AnswerText(text, false, List.of(), List.of());
        }

        @Override
        public List<Item> items() {
            return List.of(Item.of(Item.Kind.ANSWER, text));
        }
    }
}
