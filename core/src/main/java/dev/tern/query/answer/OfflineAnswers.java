package dev.tern.query.answer;

import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.query.overview.NearTheme;
import java.util.Collection;
import java.util.List;

/**
 * Answers without a language model, by rules of languages: the quotes of an answer, and the words
 * of question and quotes that the rules know. Another module implements it. Thread-safe.
 */
public interface OfflineAnswers {
    /**
     * Returns an answerer that quotes at most three sentences, chosen by words, vectors and
     * relations, or states that none fits.
     *
     * @param rules the naming rules: a passage may use another name for an entity than the question
     */
    Answerer quoting(TextEmbedder embedder, NamingRules rules);

    /** Returns an answerer that quotes up to two sentences for each theme. */
    Answerer quoting(List<NearTheme> themes);

    /** Returns true if an answer begins with the words of the question that were not found. */
    boolean lacksWords(String question, String answer);

    /**
     * Returns at most three distinct phrases of a quote that answer the question, such as a date
     * for "when"; none if it asks for no such kind of answer.
     *
     * @param quote a sentence, or a quote as in an answer, in quotation marks and with its number
     */
    List<String> answerWords(String question, String quote);

    /**
     * Returns the main names in a quote, and the names of the question that the quote has.
     *
     * @param known names of entities; one replaces its beginning, as "Salt and Smoke" for "Salt"
     */
    List<String> names(String question, String quote, Collection<String> known);

    /** Returns true if a question seems to depend on an earlier one, or has hardly any content. */
    boolean isFollowUp(String question);
}
