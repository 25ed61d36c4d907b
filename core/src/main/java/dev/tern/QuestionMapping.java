package dev.tern;

import dev.tern.graph.MetadataFilter;
import dev.tern.query.Question;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a function that converts queries of another library into questions, for adapters of that
 * library. Not thread-safe; the built function is thread-safe if the given functions are.
 *
 * @param <Q> the query type of the other library
 */
public final class QuestionMapping<Q> {
    private final GraphRag rag;
    private final Function<Q, String> text;
    private final Function<Q, List<Turn>> before;
    private Function<Q, MetadataFilter> filter = query -> MetadataFilter.everything();
    private @Nullable Mode mode;
    private @Nullable Parameters parameters;
    private @Nullable Function<Q, Question> asked;
    private boolean conversational;

    /**
     * Creates a builder for the graph's default mode and parameters.
     *
     * @param text returns the text of a query
     * @param before returns the turns before a query, oldest first
     */
    public QuestionMapping(GraphRag rag, Function<Q, String> text, Function<Q, List<Turn>> before) {
        this.rag = rag;
        this.text = text;
        this.before = before;
    }

    /** Returns the modes that a {@link GraphRag}'s models allow, naive first, without overview. */
    public static List<Mode> modes(GraphRag rag) {
        return List.of(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH).subList(0, rag.defaultMode() == Mode.GRAPH ? 3 : 2);
    }

    /** Sets the mode, by default the graph's; not to be combined with {@link #questionBy}. */
    public void mode(Mode value) {
        mode = value;
    }

    /** Sets the parameters, by default the graph's; not to be combined with {@link #questionBy}. */
    public void parameters(Parameters value) {
        parameters = value;
    }

    /** Sets a function that converts a query into a question with its own mode and parameters. */
    public void questionBy(Function<Q, Question> value) {
        asked = value;
    }

    /** Adds a filter, computed from the query, to the other filters of the question. */
    public void filter(Function<Q, MetadataFilter> value) {
        Function<Q, MetadataFilter> others = filter;
        filter = query -> others.apply(query).and(value.apply(query));
    }

    /** Sets whether questions are rewritten by {@link Conversation#standaloneQuestion}. */
    public void conversational(boolean value) {
        conversational = value;
    }

    /**
     * Builds the function that converts a query into a question.
     *
     * @throws IllegalStateException if a mode or parameters are set as well as {@link #questionBy}
     *     (named {@code questions} in adapters), whose questions have their own
     */
    public Function<Q, Question> build() {
        if (asked != null && (mode != null || parameters != null)) {
            throw new IllegalStateException(
                    "questions is set and replaces " + (mode != null ? "mode" : "parameters") + "; set one of them");
        }
        Function<Q, Question> made = asked == null ? defaultQuestion(mode, parameters) : asked;
        Function<Q, MetadataFilter> all = filter;
        Function<Q, Question> within = query -> {
            Question question = made.apply(query);
            return question.withFilter(question.filter().and(all.apply(query)));
        };
        return conversational
                ? query -> Conversation.standaloneQuestion(rag, within.apply(query), before.apply(query))
                : within;
    }

    private Function<Q, Question> defaultQuestion(@Nullable Mode chosen, @Nullable Parameters knobs) {
        return query -> {
            Question question = rag.question(text.apply(query));
            return question.withMode(chosen == null ? question.mode() : chosen)
                    .withParameters(knobs == null ? question.parameters() : knobs);
        };
    }
}
