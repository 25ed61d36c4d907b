package dev.tern.langchain4j;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.tern.GraphRag;
import dev.tern.query.Background;
import dev.tern.query.Mode;
import dev.tern.query.Question;
import dev.tern.settings.Parameters;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds contents by walking a graph. Each content is a passage, as Tern itself would show it to a chat model: its title and
 * headings, then its text; {@link GraphContent#of} tells what led to it.
 *
 * <pre>{@code
 * ContentRetriever retriever = GraphContentRetriever.of(rag);
 * }</pre>
 *
 * <p>Fails as {@link GraphRag#retrieve(Question)} does. Safe for any number of threads; the {@link GraphRag} stays the
 * caller's to close.
 */
public final class GraphContentRetriever implements ContentRetriever {
    private final GraphRag rag;
    private final Function<Query, Question> questions;

    private GraphContentRetriever(GraphRag rag, Function<Query, Question> questions) {
        this.rag = rag;
        this.questions = questions;
    }

    /** A retriever that asks in the graph's default mode with its own parameters. */
    public static GraphContentRetriever of(GraphRag rag) {
        return builder(rag).build();
    }

    /** A builder. */
    public static Builder builder(GraphRag rag) {
        return new Builder(rag);
    }

    @Override
    public List<Content> retrieve(Query query) {
        return GraphContent.of(rag.retrieve(questions.apply(query)));
    }

    /** As {@link #retrieve}, on a virtual thread; cancelling the future interrupts the query. */
    @Override
    public CompletableFuture<List<Content>> retrieveAsync(Query query) {
        return Background.start(() -> retrieve(query));
    }

    /** Gathers how a retriever asks. Not thread-safe. */
    public static final class Builder {
        private final GraphRag rag;
        private @Nullable Mode mode;
        private @Nullable Parameters parameters;
        private @Nullable Function<Query, Question> questions;
        private boolean conversational;

        private Builder(GraphRag rag) {
            this.rag = rag;
        }

        /** How passages are found; unless set, graph mode with a chat model and local mode without. */
        public Builder mode(Mode value) {
            mode = value;
            return this;
        }

        /** The parameters of questions; the graph's own unless set. */
        public Builder parameters(Parameters value) {
            parameters = value;
            return this;
        }

        /**
         * Makes the question of a query, where it depends on more than its text: on the user, or on what was said before
         * ({@link Query#metadata}). It decides the mode and the parameters too.
         */
        public Builder questions(Function<Query, Question> value) {
            questions = value;
            return this;
        }

        /**
         * Follow-up questions lean on the chat memory that comes with a query: each is made one that can be asked by itself
         * ({@link GraphRag#standalone}), in one call of the graph's chat model or, without one, in none. Off unless set; not
         * to be used behind a query transformer that does the same.
         */
        public Builder conversational(boolean value) {
            conversational = value;
            return this;
        }

        /**
         * The retriever.
         *
         * @throws IllegalStateException if {@code questions} is set beside {@code mode} or {@code parameters}, which it
         *     decides
         */
        public GraphContentRetriever build() {
            if (questions == null) {
                return new GraphContentRetriever(rag, inConversation(questions(rag, mode, parameters)));
            }
            if (mode != null || parameters != null) {
                throw new IllegalStateException("questions is set, and decides what "
                        + (mode != null ? "mode" : "parameters") + " says; set one of them");
            }
            return new GraphContentRetriever(rag, inConversation(questions));
        }

        private Function<Query, Question> inConversation(Function<Query, Question> asked) {
            return conversational ? query -> rag.standalone(asked.apply(query), ChatTurns.before(query)) : asked;
        }

        private static Function<Query, Question> questions(
                GraphRag rag, @Nullable Mode mode, @Nullable Parameters parameters) {
            return query -> {
                Question question = rag.question(query.text());
                return question.withMode(mode == null ? question.mode() : mode)
                        .withParameters(parameters == null ? question.parameters() : parameters);
            };
        }
    }
}
