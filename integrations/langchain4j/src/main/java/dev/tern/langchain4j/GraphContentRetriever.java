package dev.tern.langchain4j;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.store.embedding.filter.Filter;
import dev.tern.GraphRag;
import dev.tern.Questions;
import dev.tern.query.Background;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
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

    /** Starts a retriever over a graph that stays open. */
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
        private final Questions<Query> questions;

        private Builder(GraphRag rag) {
            this.rag = rag;
            this.questions = new Questions<>(rag, Query::text, ChatTurns::before);
        }

        /** How passages are found; unless set, graph mode with a chat model and local mode without. */
        public Builder mode(Mode value) {
            questions.mode(value);
            return this;
        }

        /** The parameters of questions; the graph's own unless set. */
        public Builder parameters(Parameters value) {
            questions.parameters(value);
            return this;
        }

        /**
         * Makes the question of a query, where it depends on more than its text: on the user, or on what was said before
         * ({@link Query#metadata}). It decides the mode and the parameters too; of its filter and those set here all hold.
         */
        public Builder questions(Function<Query, Question> value) {
            questions.asked(value);
            return this;
        }

        /**
         * Which passages may be seen, by the metadata of their documents. Everything that is found, shown and traced comes
         * from these, and no other filter widens it: of this, of one set before, of {@link #dynamicFilter} and of the
         * graph's own scope all hold.
         *
         * <p>It holds where its {@code test} says so of the metadata that a content's segment shows, {@code documentId} and
         * the other keys of {@link GraphContent} left aside. Where {@code test} throws as the types differ, a comparison
         * does not hold. Texts that say {@code true}, {@code false} or a moment also find Tern's booleans and instants,
         * moments by time. Numbers are compared exactly, where LangChain4j compares the digits that they are written with;
         * that differs from 2^53 on. Strings are ordered by code points and compared by their first 1,024 characters.
         *
         * @throws dev.tern.error.TernException the user's fault, if the filter is of a class that LangChain4j's {@code
         *     MetadataFilterBuilder} does not make, compares with a value that has no meaning here, or passes a limit of
         *     {@link dev.tern.graph.Filter}
         */
        public Builder filter(Filter value) {
            dev.tern.graph.Filter fixed = FilterTranslation.of(value);
            questions.filter(query -> fixed);
            return this;
        }

        /**
         * As {@link #filter}, made anew for each query, of the user or the chat memory behind it for instance; null for a
         * query that it does not narrow. A filter that cannot be translated makes the query fail.
         */
        public Builder dynamicFilter(Function<Query, @Nullable Filter> value) {
            questions.filter(query -> {
                Filter narrower = value.apply(query);
                return narrower == null ? dev.tern.graph.Filter.everything() : FilterTranslation.of(narrower);
            });
            return this;
        }

        /**
         * Follow-up questions lean on the chat memory that comes with a query: each is made one that can be asked by itself
         * ({@link dev.tern.Conversation#standalone}), in one call of the graph's chat model or, without one, in none. Off unless set; not
         * to be used behind a query transformer that does the same.
         */
        public Builder conversational(boolean value) {
            questions.conversational(value);
            return this;
        }

        /**
         * The retriever with these settings.
         *
         * @throws IllegalStateException if {@code questions} is set beside {@code mode} or {@code parameters}, which it
         *     decides
         */
        public GraphContentRetriever build() {
            return new GraphContentRetriever(rag, questions.build());
        }
    }
}
