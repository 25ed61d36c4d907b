package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.query.conversation.FollowUpRewriter;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.text.CodePoints;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A question and its settings.
 *
 * @param text the question, never blank, at most {@value #MAX_LENGTH} code points
 * @param mode the method of retrieval
 * @param entities the names in the question; recognised if absent
 * @param parameters the parameters
 * @param filter selects the visible passages; nothing else is found, shown or cited
 * @param quarantined true to include sources that the rules of the graph hide
 * @param history the turns before a follow-up question, oldest first: see {@link #after}
 * @param timeLimit maximum duration, 1 ms to 24 h: see {@link #withTimeLimit}
 * @param listener receives the progress; not kept in {@link Retrieval#question}
 */
public record Question(
        String text,
        Mode mode,
        Optional<List<String>> entities,
        Parameters parameters,
        MetadataFilter filter,
        boolean quarantined,
        List<Turn> history,
        Optional<Duration> timeLimit,
        QueryListener listener) {
    /** The maximum length of a question, in code points. */
    public static final int MAX_LENGTH = 8192;

    private static final Duration MIN_TIME_LIMIT = Duration.ofMillis(1);
    private static final Duration MAX_TIME_LIMIT = Duration.ofHours(24);

    /**
     * Strips the text and validates the limits.
     *
     * @throws TernException if the text is blank or too long, or the time limit out of its range
     */
    public Question {
        text = text.strip();
        // strip() keeps control characters, but no model embeds a text of these alone.
        if (text.trim().isEmpty()) {
            throw TernException.user("the question is blank");
        }
        if (CodePoints.count(text) > MAX_LENGTH) {
            throw TernException.user(
                    "the question has " + CodePoints.count(text) + " characters; the limit is " + MAX_LENGTH);
        }
        entities = entities.map(List::copyOf);
        history = List.copyOf(history);
        timeLimit.ifPresent(Question::requireInRange);
    }

    private static void requireInRange(Duration limit) {
        if (limit.compareTo(MIN_TIME_LIMIT) < 0 || limit.compareTo(MAX_TIME_LIMIT) > 0) {
            throw TernException.user("the time limit of a question is " + limit + "; it can be from 1 ms to 24 h");
        }
    }

    /** Creates a question without a history, a time limit or a listener. */
    public Question(
            String text, Mode mode, Optional<List<String>> entities, Parameters parameters, MetadataFilter filter) {
        this(text, mode, entities, parameters, filter, false, List.of(), Optional.empty(), QueryListener.NONE);
    }

    /** Returns a question in a mode, with the default parameters. */
    public static Question of(String text, Mode mode) {
        return new Question(text, mode, Optional.empty(), Parameters.DEFAULT, MetadataFilter.everything());
    }

    /** Returns this question with another text. */
    public Question withText(String newText) {
        return new Question(newText, mode, entities, parameters, filter, quarantined, history, timeLimit, listener);
    }

    /** Returns this question in another mode. */
    public Question withMode(Mode newMode) {
        return new Question(text, newMode, entities, parameters, filter, quarantined, history, timeLimit, listener);
    }

    /** Returns this question with other parameters. */
    public Question withParameters(Parameters newParameters) {
        return new Question(text, mode, entities, newParameters, filter, quarantined, history, timeLimit, listener);
    }

    /** Returns this question with given names. */
    public Question withEntities(List<String> names) {
        return new Question(
                text, mode, Optional.of(names), parameters, filter, quarantined, history, timeLimit, listener);
    }

    /** Returns this question with another filter. */
    public Question withFilter(MetadataFilter newFilter) {
        return new Question(text, mode, entities, parameters, newFilter, quarantined, history, timeLimit, listener);
    }

    /**
     * Returns this question as a follow-up. A query first rewrites it as a standalone question, in
     * the step {@code understand}: by the chat model, or without one by adding names of earlier
     * turns. The rewritten question is answered, and is in {@link Retrieval#question}.
     *
     * @param turns the turns before the question, oldest first; only the latest {@value
     *     FollowUpRewriter#MAX_TURNS} are used
     */
    public Question after(List<Turn> turns) {
        return new Question(text, mode, entities, parameters, filter, quarantined, turns, timeLimit, listener);
    }

    /** Returns this question, which may also use sources that the graph hides. */
    public Question withQuarantined() {
        return new Question(text, mode, entities, parameters, filter, true, history, timeLimit, listener);
    }

    /**
     * Returns this question with a time limit, which starts with every call that takes the
     * question: {@code ask}, {@code retrieve}, {@code askAsync}, {@code standalone}, a
     * conversation's {@code ask}.
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
    public Question withTimeLimit(Duration limit) {
        return new Question(
                text, mode, entities, parameters, filter, quarantined, history, Optional.of(limit), listener);
    }

    /** Returns this question with another listener. */
    public Question withListener(QueryListener newListener) {
        return new Question(text, mode, entities, parameters, filter, quarantined, history, timeLimit, newListener);
    }
}
