package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.query.conversation.FollowUpRewriter;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A question and its settings. Immutable.
 *
 * <p>Only Tern implements it, so that later versions can add settings.
 */
public sealed interface Question permits QuestionRecord {
    /** The maximum length of a question, in code points. */
    int MAX_LENGTH = 8192;

    /**
     * Returns a question in a mode, with the parameters of the graph that is asked.
     *
     * @throws TernException the user's fault, if the text is blank or too long
     */
    static Question of(String text, Mode mode) {
        return new QuestionRecord(
                text,
                mode,
                Optional.empty(),
                Parameters.DEFAULT,
                MetadataFilter.everything(),
                false,
                List.of(),
                Optional.empty(),
                QueryListener.NONE);
    }

    /** Returns the question, never blank, at most {@value #MAX_LENGTH} code points. */
    String text();

    /** Returns the method of retrieval. */
    Mode mode();

    /** Returns the given names, maybe none; if absent, names are recognised in the question. */
    Optional<List<String>> entities();

    /** Returns the parameters; a parameter that is not set has the graph's value. */
    Parameters parameters();

    /** Returns the filter of visible passages; nothing else is found, shown or cited. */
    MetadataFilter filter();

    /** Returns true to include hidden sources of the graph, and passages declared wrong. */
    boolean hidden();

    /** Returns the turns before a follow-up question, oldest first. */
    List<Turn> history();

    /** Returns the maximum duration, 1 ms to 24 h. */
    Optional<Duration> timeLimit();

    /** Returns the receiver of the progress; not kept in {@link Retrieval#question}. */
    QueryListener listener();

    /** Returns this question with another text. */
    default Question withText(String newText) {
        return new QuestionRecord(
                newText, mode(), entities(), parameters(), filter(), hidden(), history(), timeLimit(), listener());
    }

    /** Returns this question in another mode. */
    default Question withMode(Mode newMode) {
        return new QuestionRecord(
                text(), newMode, entities(), parameters(), filter(), hidden(), history(), timeLimit(), listener());
    }

    /** Returns this question with other parameters; parameters not set are the graph's. */
    default Question withParameters(Parameters newParameters) {
        return new QuestionRecord(
                text(), mode(), entities(), newParameters, filter(), hidden(), history(), timeLimit(), listener());
    }

    /** Returns this question with given names. */
    default Question withEntities(List<String> names) {
        return with(Optional.of(names), timeLimit());
    }

    /** Returns this question with another filter. */
    default Question withFilter(MetadataFilter newFilter) {
        return new QuestionRecord(
                text(), mode(), entities(), parameters(), newFilter, hidden(), history(), timeLimit(), listener());
    }

    /**
     * Returns this question as a follow-up. A query first rewrites it as a standalone question, in
     * the step {@code understand}: by the chat model, or without one by adding names of earlier
     * turns. The rewritten question is answered, and is in {@link Retrieval#question}.
     *
     * @param turns the turns before the question, oldest first; only the latest {@value
     *     FollowUpRewriter#MAX_TURNS} are used
     */
    default Question after(List<Turn> turns) {
        return new QuestionRecord(
                text(), mode(), entities(), parameters(), filter(), hidden(), turns, timeLimit(), listener());
    }

    /** Returns this question, which may also use sources and passages that the graph hides. */
    default Question withHidden() {
        return new QuestionRecord(
                text(), mode(), entities(), parameters(), filter(), true, history(), timeLimit(), listener());
    }

    /**
     * Returns this question with a time limit, which starts with every call that takes the
     * question: {@code ask}, {@code retrieve}, {@code askAsync}, {@code retrieveAsync}, {@code
     * standaloneQuestion}, and a conversation's {@code ask}.
     *
     * <p>When the limit passes, the call fails within 100 ms with a {@link TernException} that
     * names the limit, the step, and the party at fault: a model or the store that the query waited
     * for, or else the user, if a listener or Tern itself was running. To return in time even if a
     * model ignores interrupts, the query runs on a virtual thread, which also calls models, store
     * and listeners; thread-locals of the caller are not visible there. That thread is interrupted,
     * and stops at the latest before its next call of the store or a model.
     *
     * @param limit 1 ms to 24 h
     * @throws TernException if the limit is out of this range
     */
    default Question withTimeLimit(Duration limit) {
        return with(entities(), Optional.of(limit));
    }

    /** Returns this question with a listener in place of the present one. */
    default Question withListener(QueryListener newListener) {
        return new QuestionRecord(
                text(), mode(), entities(), parameters(), filter(), hidden(), history(), timeLimit(), newListener);
    }

    private Question with(Optional<List<String>> names, Optional<Duration> limit) {
        return new QuestionRecord(
                text(), mode(), names, parameters(), filter(), hidden(), history(), limit, listener());
    }
}
