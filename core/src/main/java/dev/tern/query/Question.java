package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.query.conversation.FollowUps;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.text.CodePoints;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is asked, and how.
 *
 * @param text the question, never blank, at most {@value #MAX_LENGTH} characters
 * @param mode how passages are found
 * @param entities the names in the question, if the caller knows them; otherwise they are recognised
 * @param parameters the knobs
 * @param filter which passages may be seen; everything that a query finds, shows and cites is what these say
 * @param quarantined whether sources that the graph hides may be seen too, as its owner does to look at them
 * @param history what was said before, the latest last; empty unless the question follows from it: see {@link #after}
 * @param timeLimit how long it may take, 1 ms to 24 h: see {@link #withTimeLimit}
 * @param listener hears how the query goes on; a {@link Retrieval} carries its question without it
 */
public record Question(
        String text,
        Mode mode,
        Optional<List<String>> entities,
        Parameters parameters,
        Filter filter,
        boolean quarantined,
        List<Turn> history,
        Optional<Duration> timeLimit,
        QueryListener listener) {
    /** The most characters of a question. */
    public static final int MAX_LENGTH = 8192;

    private static final Duration LEAST_TIME = Duration.ofMillis(1);
    private static final Duration MOST_TIME = Duration.ofHours(24);

    /**
     * Trims the text and checks what has limits.
     *
     * @throws TernException if the text is blank or too long, or the time limit out of its range
     */
    public Question {
        text = text.strip();
        // Control characters alone, which trim() takes for white space and strip() does not: no model embeds them.
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
        if (limit.compareTo(LEAST_TIME) < 0 || limit.compareTo(MOST_TIME) > 0) {
            throw TernException.user("the time limit of a question is " + limit + "; it can be from 1 ms to 24 h");
        }
    }

    /** A question without a time limit and a listener. */
    public Question(String text, Mode mode, Optional<List<String>> entities, Parameters parameters, Filter filter) {
        this(text, mode, entities, parameters, filter, false, List.of(), Optional.empty(), QueryListener.NONE);
    }

    /** A question in a mode, with the default parameters. */
    public static Question of(String text, Mode mode) {
        return new Question(text, mode, Optional.empty(), Parameters.DEFAULT, Filter.everything());
    }

    /** This question in other words. */
    public Question withText(String newText) {
        return new Question(newText, mode, entities, parameters, filter, quarantined, history, timeLimit, listener);
    }

    /** This question in another mode. */
    public Question withMode(Mode newMode) {
        return new Question(text, newMode, entities, parameters, filter, quarantined, history, timeLimit, listener);
    }

    /** This question with other parameters. */
    public Question withParameters(Parameters newParameters) {
        return new Question(text, mode, entities, newParameters, filter, quarantined, history, timeLimit, listener);
    }

    /** This question with its names given. */
    public Question withEntities(List<String> names) {
        return new Question(
                text, mode, Optional.of(names), parameters, filter, quarantined, history, timeLimit, listener);
    }

    /** This question with another filter. */
    public Question withFilter(Filter newFilter) {
        return new Question(text, mode, entities, parameters, newFilter, quarantined, history, timeLimit, listener);
    }

    /**
     * This question, following from what was said before. A query first makes it one that can be asked by itself, in a step of
     * its own ({@code understand}): written by the chat model, or where there is none by carrying names over. What is answered
     * is that question, which {@link Retrieval#question} says.
     *
     * @param turns the latest last, and any number of them: the latest {@value FollowUps#MAX_TURNS} count
     */
    public Question after(List<Turn> turns) {
        return new Question(text, mode, entities, parameters, filter, quarantined, turns, timeLimit, listener);
    }

    /** This question, seeing the sources that the graph hides too. */
    public Question withQuarantined() {
        return new Question(text, mode, entities, parameters, filter, true, history, timeLimit, listener);
    }

    /**
     * This question with a time limit, which begins anew with every call that takes the question: {@code ask}, {@code
     * retrieve}, {@code async}, {@code standalone}, a conversation's {@code ask}.
     *
     * <p>When it has passed, the call fails within 100 ms, whatever the query does then, with a {@link TernException} that names
     * the limit, the step, and what the step waited for, whose fault it is: a model's or the store's; the user's where Tern
     * itself was at work, or too little was allowed. So that not even a model that ignores interrupts holds the call up, a
     * question with a limit is worked on by a virtual thread of its own, which is where models, the store and listeners are
     * called; what is bound to the caller's thread is not seen there. That thread is interrupted and stops at the latest before
     * its next call of the store or a model.
     *
     * @param limit 1 ms to 24 h
     * @throws TernException if it is out of this range
     */
    public Question withTimeLimit(Duration limit) {
        return new Question(
                text, mode, entities, parameters, filter, quarantined, history, Optional.of(limit), listener);
    }

    /** This question, heard by a listener in place of the one it has. */
    public Question withListener(QueryListener newListener) {
        return new Question(text, mode, entities, parameters, filter, quarantined, history, timeLimit, newListener);
    }
}
