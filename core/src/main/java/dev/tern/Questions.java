package dev.tern;

import dev.tern.graph.Filter;
import dev.tern.query.Question;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gathers how the queries of another library become questions to a graph. For those who write such a library's retriever;
 * those who use one find the same in its builder. Not thread-safe; what it builds is, if the functions given are.
 *
 * @param <Q> a query of the other library
 */
public final class Questions<Q> {
    private final GraphRag rag;
    private final Function<Q, String> text;
    private final Function<Q, List<Turn>> before;
    private Function<Q, Filter> filter = query -> Filter.everything();
    private @Nullable Mode mode;
    private @Nullable Parameters parameters;
    private @Nullable Function<Q, Question> asked;
    private boolean conversational;

    /**
     * Questions to a graph, in its default mode and with its own parameters until told otherwise.
     *
     * @param text what a query asks
     * @param before what was said before a query, the latest last
     */
    public Questions(GraphRag rag, Function<Q, String> text, Function<Q, List<Turn>> before) {
        this.rag = rag;
        this.text = text;
        this.before = before;
    }

    /** Sets how passages are found. */
    public void mode(Mode value) {
        mode = value;
    }

    /** Sets the parameters of the questions. */
    public void parameters(Parameters value) {
        parameters = value;
    }

    /** Sets what makes the question of a query; it decides the mode and the parameters too. */
    public void asked(Function<Q, Question> value) {
        asked = value;
    }

    /** Adds a filter; all that are added hold, and that of a question from {@link #asked} too. */
    public void filter(Function<Q, Filter> value) {
        Function<Q, Filter> others = filter;
        filter = query -> others.apply(query).and(value.apply(query));
    }

    /** Sets whether follow-up questions lean on what was said before ({@link Conversation#standalone}). */
    public void conversational(boolean value) {
        conversational = value;
    }

    /**
     * What makes a question of a query.
     *
     * @throws IllegalStateException if {@code questions}, as retrievers call {@link #asked}, is set beside {@code mode} or
     *     {@code parameters}, which it decides
     */
    public Function<Q, Question> build() {
        if (asked != null && (mode != null || parameters != null)) {
            throw new IllegalStateException("questions is set, and decides what "
                    + (mode != null ? "mode" : "parameters") + " says; set one of them");
        }
        Function<Q, Question> made = asked == null ? usual(mode, parameters) : asked;
        Function<Q, Filter> all = filter;
        Function<Q, Question> within = query -> {
            Question question = made.apply(query);
            return question.withFilter(question.filter().and(all.apply(query)));
        };
        return conversational
                ? query -> Conversation.standalone(rag, within.apply(query), before.apply(query))
                : within;
    }

    private Function<Q, Question> usual(@Nullable Mode chosen, @Nullable Parameters knobs) {
        return query -> {
            Question question = rag.question(text.apply(query));
            return question.withMode(chosen == null ? question.mode() : chosen)
                    .withParameters(knobs == null ? question.parameters() : knobs);
        };
    }
}
