package dev.tern.langchain4j;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.store.embedding.filter.Filter;
import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.graph.MetadataFilter;
import dev.tern.query.InterruptibleWork;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Retrieves contents from a graph. Each content is a passage, as Tern itself shows it to a chat
 * model: its title and headings, then its text; {@link GraphContent#of} returns its relations.
 *
 * <pre>{@code
 * ContentRetriever retriever = GraphContentRetriever.of(rag);
 * }</pre>
 *
 * <p>Fails like {@link GraphRag#retrieve(Question)}. Thread-safe; the caller closes the
 * {@link GraphRag}.
 */
public final class GraphContentRetriever implements ContentRetriever {
    private final GraphRag rag;
    private final Function<Query, Question> questions;

    private GraphContentRetriever(GraphRag rag, Function<Query, Question> questions) {
        this.rag = rag;
        this.questions = questions;
    }

    /** Returns a retriever with the graph's default mode and parameters. */
    public static GraphContentRetriever of(GraphRag rag) {
        return builder(rag).build();
    }

    /** Returns a builder of a retriever, which never closes the graph. */
    public static Builder builder(GraphRag rag) {
        return new Builder(rag);
    }

    @Override
    public List<Content> retrieve(Query query) {
        return GraphContent.of(rag.retrieve(questions.apply(query)));
    }

    /** Retrieves like {@link #retrieve} on a virtual thread; cancelling interrupts the query. */
    @Override
    public CompletableFuture<List<Content>> retrieveAsync(Query query) {
        return InterruptibleWork.start(() -> retrieve(query));
    }

    /** Collects the settings of a retriever. Not thread-safe. */
    public static final class Builder {
        private final GraphRag rag;
        private final QuestionMapping<Query> questions;

        private Builder(GraphRag rag) {
            this.rag = rag;
            this.questions = new QuestionMapping<>(rag, Query::text, ChatTurns::before);
        }

        /** Sets the mode; defaults to graph with a chat model, else to local. */
        public Builder mode(Mode value) {
            questions.mode(value);
            return this;
        }

        /** Sets the parameters of questions; by default the graph's own. */
        public Builder parameters(Parameters value) {
            questions.parameters(value);
            return this;
        }

        /**
         * Sets a function from queries to questions that depend on the user or the history ({@link
         * Query#metadata}). The function also decides mode and parameters; the question's filter
         * and the filters set here all apply.
         */
        public Builder questions(Function<Query, Question> value) {
            questions.questionBy(value);
            return this;
        }

        /**
         * Restricts the visible passages by the metadata of their documents, in results, prompts
         * and traces. Filters only narrow each other: this filter, filters set before, {@link
         * #dynamicFilter} and the graph's own scope all apply.
         *
         * <p>A passage is visible if the filter's own {@code test} would accept the metadata of the
         * content's segment, without {@code documentId} and the other keys of {@link GraphContent}.
         * Where {@code test} would throw because types differ, the comparison is false. The texts
         * {@code true}, {@code false} and instants also match Tern's booleans and instants,
         * instants by time. Numbers are compared exactly, not by decimal digits as in LangChain4j;
         * the results differ from 2^53 on. Strings are ordered by code points and compared by their
         * first 1,024 UTF-16 units.
         *
         * @throws dev.tern.error.TernException the user's fault, if LangChain4j's {@code
         *     MetadataFilterBuilder} does not make the filter's class, it compares with a
         *     meaningless value, or it exceeds a limit of {@link MetadataFilter}
         */
        public Builder filter(Filter value) {
            MetadataFilter fixed = FilterTranslation.of(value);
            questions.filter(query -> fixed);
            return this;
        }

        /**
         * Adds a function that returns a {@link #filter} for each query, for instance for its user,
         * or null for none. If the filter cannot be translated, the query fails.
         */
        public Builder dynamicFilter(Function<Query, @Nullable Filter> value) {
            questions.filter(query -> {
                Filter narrower = value.apply(query);
                return narrower == null ? MetadataFilter.everything() : FilterTranslation.of(narrower);
            });
            return this;
        }

        /**
         * Rewrites follow-up questions as standalone ones
         * ({@link dev.tern.Conversation#standaloneQuestion}) by the query's chat memory, in at most
         * one call of the graph's chat model. Default off; not to be combined with a query
         * transformer that does the same.
         */
        public Builder conversational(boolean value) {
            questions.conversational(value);
            return this;
        }

        /**
         * Creates the configured retriever.
         *
         * @throws IllegalStateException if {@code questions}, which decides mode and parameters, is
         *     combined with {@code mode} or {@code parameters}
         */
        public GraphContentRetriever build() {
            return new GraphContentRetriever(rag, questions.build());
        }
    }
}
