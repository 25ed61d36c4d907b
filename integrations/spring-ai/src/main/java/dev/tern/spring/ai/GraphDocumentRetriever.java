package dev.tern.spring.ai;

import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SyncMetadata;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.vectorstore.filter.Filter.Expression;

/**
 * Retrieves documents from a graph, for Spring AI's {@code RetrievalAugmentationAdvisor}. Each is a
 * passage with its id, as Tern itself shows it to a chat model: title and headings, then text.
 *
 * <pre>{@code
 * RetrievalAugmentationAdvisor.builder()
 *         .documentRetriever(GraphDocumentRetriever.of(rag))
 *         .build();
 * }</pre>
 *
 * <p>A document's metadata are the metadata of the user's document, and {@value #DOCUMENT_ID},
 * {@value #TITLE}, {@value #HEADING}, {@value #PAGE} and {@value #RELATIONS}, as far as they exist.
 *
 * <p>Fails like {@link GraphRag#retrieve(Question)}. Thread-safe; the caller closes the
 * {@link GraphRag}.
 */
public final class GraphDocumentRetriever implements DocumentRetriever {
    /** The key of the id of the user's document in a document's metadata. */
    public static final String DOCUMENT_ID = "documentId";

    /** The key of the title in a document's metadata. */
    public static final String TITLE = "title";

    /** The key of the headings over the passage, outermost first, joined by " > ". */
    public static final String HEADING = "heading";

    /** The key of the page or pages in a document's metadata, as in "3" or "3-4". */
    public static final String PAGE = "page";

    /** The key of the chosen relations that the passage states: their texts, a line each. */
    public static final String RELATIONS = "relations";

    /** The maximum number of passages that a retrieval collects. */
    private static final int MAX_DOCUMENTS = 1000;

    private final GraphRag rag;
    private final Function<Query, Question> questions;
    private final Consumer<Retrieval> listener;
    private final GraphObservations observations;

    private GraphDocumentRetriever(Builder builder) {
        this.rag = builder.rag;
        this.questions = builder.questions.build();
        this.listener = builder.listener;
        this.observations = builder.observations;
    }

    /** Returns a retriever with the graph's default mode and parameters. */
    public static GraphDocumentRetriever of(GraphRag rag) {
        return builder(rag).build();
    }

    /** Returns a builder of a retriever, which never closes the graph. */
    public static Builder builder(GraphRag rag) {
        return new Builder(rag);
    }

    @Override
    public List<Document> retrieve(Query query) {
        Retrieval retrieval = retrieval(query, 1);
        return retrieval.passages().stream()
                .map(found -> document(found, retrieval))
                .toList();
    }

    /** Retrieves at least the given number of passages, up to 1,000, if the graph has as many. */
    Retrieval retrieval(Query query, int min) {
        Question question = questions.apply(query);
        int topK = Math.max(question.parameters().get(Parameter.FINAL_TOP_K), Math.min(min, MAX_DOCUMENTS));
        Retrieval retrieval = observations.retrieve(
                rag, question.withParameters(question.parameters().with(Parameter.FINAL_TOP_K, topK)));
        listener.accept(retrieval);
        return retrieval;
    }

    static Document document(Scored<Passage> found, Retrieval retrieval) {
        Passage passage = found.value();
        Map<String, Object> metadata = metadata(passage);
        String stated = retrieval.statedBy(passage).stream().map(Relation::text).collect(Collectors.joining("\n"));
        put(metadata, RELATIONS, stated);
        return Document.builder()
                .id(passage.id())
                .text(passage.textToEmbed())
                .metadata(metadata)
                .score(found.score())
                .build();
    }

    /**
     * Returns the metadata of a passage: the user's own, and the document's id, title, headings and
     * pages.
     */
    static Map<String, Object> metadata(Passage passage) {
        Map<String, Object> metadata =
                new TreeMap<>(SyncMetadata.withoutVersion(passage.metadata()).objects());
        metadata.put(DOCUMENT_ID, passage.documentId());
        put(metadata, TITLE, passage.title());
        put(metadata, HEADING, passage.position().heading());
        put(metadata, PAGE, passage.position().pages());
        return metadata;
    }

    private static void put(Map<String, Object> metadata, String key, String value) {
        if (!value.isEmpty()) {
            metadata.put(key, value);
        }
    }

    /** Collects the settings of a retriever. Not thread-safe. */
    public static final class Builder {
        private final GraphRag rag;
        private final QuestionMapping<Query> questions;
        private Consumer<Retrieval> listener = retrieval -> {};
        private GraphObservations observations = GraphObservations.of(ObservationRegistry.NOOP);

        private Builder(GraphRag rag) {
            this.rag = rag;
            this.questions = new QuestionMapping<>(rag, Query::text, PromptTurns::before);
            questions.filter(SpringFilters::ofContext);
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
         * Sets a function from queries to questions that depend on the history or the context. The
         * function also decides mode and parameters; the question's filter and the filters set
         * elsewhere all apply.
         */
        public Builder questions(Function<Query, Question> value) {
            questions.questionBy(value);
            return this;
        }

        /**
         * Restricts the visible passages by the metadata of their documents, in results, prompts
         * and traces. Filters only narrow each other: this filter, filters set before, a filter in
         * the context of a query ({@link VectorStoreDocumentRetriever#FILTER_EXPRESSION}, an
         * expression or its text) and the graph's own scope all apply.
         *
         * <p>A missing key equals no value, is in no list, and is neither less nor greater; {@code
         * NOT} holds exactly where its condition does not. Values of different types are neither
         * equal nor ordered; longs and doubles are compared by value. The texts {@code true},
         * {@code false} and instants also match booleans and instants. Strings are ordered by code
         * points and compared by their first 1,024 UTF-16 units.
         *
         * @throws dev.tern.error.TernException the user's fault, if the expression compares with a
         *     meaningless value, or exceeds a limit of {@link MetadataFilter}
         */
        public Builder filterExpression(Expression value) {
            MetadataFilter fixed = SpringFilters.of(value);
            questions.filter(query -> fixed);
            return this;
        }

        /**
         * Adds a supplier that is called for each query, and returns a {@link
         * #filterExpression(Expression)}, for instance for the query's user, or null for none. If
         * the expression cannot be translated, the query fails.
         */
        public Builder filterExpression(Supplier<@Nullable Expression> value) {
            questions.filter(query -> SpringFilters.of(value.get()));
            return this;
        }

        /**
         * Rewrites follow-up questions as standalone ones
         * ({@link dev.tern.Conversation#standaloneQuestion}) by the query's history, in at most one
         * call of the graph's chat model. Default off; not to be combined with a query transformer
         * that does the same.
         */
        public Builder conversational(boolean value) {
            questions.conversational(value);
            return this;
        }

        /**
         * Sets a listener that receives each retrieval, with all relations and the trace, on the
         * thread that retrieves.
         */
        public Builder onRetrieval(Consumer<Retrieval> value) {
            listener = value;
            return this;
        }

        /** Sets the observations of retrievals; by default none. */
        public Builder observations(GraphObservations value) {
            observations = value;
            return this;
        }

        /**
         * Creates the configured retriever.
         *
         * @throws IllegalStateException if {@code questions}, which decides mode and parameters, is
         *     combined with {@code mode} or {@code parameters}
         */
        public GraphDocumentRetriever build() {
            return new GraphDocumentRetriever(this);
        }
    }
}
