package dev.tern.query.answer;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.model.Chat;
import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.query.cite.Claim;
import dev.tern.query.overview.FoundTheme;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.List;
import java.util.function.Consumer;

/** The door to answering: an answer from passages, and from nothing else. Thread-safe. */
@FunctionalInterface
public interface Answerer {
    /**
     * Answers a question from passages.
     *
     * @param passages numbered from 1 in this order
     * @param relations the relations that led to them, the most useful first
     * @param words hears the answer while it is made
     * @throws dev.tern.error.TernException if a model fails
     */
    AnswerText answer(String question, List<Passage> passages, List<Relation> relations, Consumer<String> words);

    /** A chat model writes the answer. */
    static Answerer model(Chat chat) {
        return new ChatAnswerer(chat, List.of());
    }

    /** A chat model writes the answer to a question about the whole, in one call, from passages of some themes. */
    static Answerer model(Chat chat, List<FoundTheme> themes) {
        return new ChatAnswerer(chat, themes);
    }

    /**
     * Quotes the sentences that answer best, chosen by words, vectors and relations; says so where none fits.
     *
     * @param rules for the names of the question: a sentence that has another name of what is asked
     *     about names it
     */
    static Answerer extractive(TextEmbedder embedder, NamingRules rules) {
        return new ExtractiveAnswerer(embedder, rules);
    }

    /** Quotes of each theme what tells most of it for the question, under its names; no model is asked. */
    static Answerer extractive(List<FoundTheme> themes) {
        return new ThemeQuotes(themes);
    }

    /**
     * Quotes behind the words that a model had written when it failed, as far as passages hold these.
     *
     * @param written the words that were heard already; empty for none
     * @param notes tell of the failure
     */
    static Answerer after(String written, List<String> notes, Answerer quotes) {
        return new BrokenOff(written, notes, quotes);
    }

    /**
     * The text of an answer.
     *
     * @param text the text, with the numbers of passages in brackets
     * @param known false if the passages do not tell
     * @param claims the sentences that a model wrote, checked; empty for quotes
     * @param notes what a reader of the trace should know
     */
    record AnswerText(String text, boolean known, List<Claim> claims, List<String> notes) implements Traced {
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
