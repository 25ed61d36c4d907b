package dev.tern.spring.ai;

import dev.tern.GraphRag;
import dev.tern.Questions;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
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
 * Finds documents by walking a graph, for Spring AI's {@code RetrievalAugmentationAdvisor}. Each document is a passage, under
 * the passage's id, as Tern itself would show it to a chat model: its title and headings, then its text.
 *
 * <pre>{@code
 * RetrievalAugmentationAdvisor.builder()
 *         .documentRetriever(GraphDocumentRetriever.of(rag))
 *         .build();
 * }</pre>
 *
 * <p>A document's metadata are the metadata of the user's document, and {@value #DOCUMENT_ID}, {@value #TITLE}, {@value
 * #HEADING}, {@value #PAGE} and {@value #RELATIONS}, each where there is one.
 *
 * <p>Fails as {@link GraphRag#retrieve(Question)} does. Safe for any number of threads; the {@link GraphRag} stays the
 * caller's to close.
 */
public final class GraphDocumentRetriever implements DocumentRetriever {
    /** The key of the id of the user's document in a document's metadata. */
    public static final String DOCUMENT_ID = "documentId";

    /** The key of the title in a document's metadata. */
    public static final String TITLE = "title";

    /** The key of the headings over the passage in a document's metadata, outermost first, joined by " > ". */
    public static final String HEADING = "heading";

    /** The key of the page or pages in a document's metadata, as in "3" or "3-4". */
    public static final String PAGE = "page";

    /** The key of those chosen relations that the passage states in a document's metadata: their texts, a line each. */
    public static final String RELATIONS = "relations";

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

    /** A retriever that asks in the graph's default mode with its own parameters. */
    public static GraphDocumentRetriever of(GraphRag rag) {
        return builder(rag).build();
    }

    /** Starts a retriever over a graph that stays open. */
    public static Builder builder(GraphRag rag) {
        return new Builder(rag);
    }

    @Override
    public List<Document> retrieve(Query query) {
        Retrieval retrieval = observations.retrieve(rag, questions.apply(query));
        listener.accept(retrieval);
        return retrieval.passages().stream()
                .map(found -> document(found, retrieval))
                .toList();
    }

    private static Document document(Scored<Passage> found, Retrieval retrieval) {
        Passage passage = found.value();
        Map<String, Object> metadata = new TreeMap<>(passage.metadata().objects());
        metadata.put(DOCUMENT_ID, passage.documentId());
        put(metadata, TITLE, passage.title());
        put(metadata, HEADING, passage.place().heading());
        put(metadata, PAGE, passage.place().pages());
        String stated = retrieval.statedBy(passage).stream().map(Relation::text).collect(Collectors.joining("\n"));
        put(metadata, RELATIONS, stated);
        return Document.builder()
                .id(passage.id())
                .text(passage.textToEmbed())
                .metadata(metadata)
                .score(found.score())
                .build();
    }

    private static void put(Map<String, Object> metadata, String key, String value) {
        if (!value.isEmpty()) {
            metadata.put(key, value);
        }
    }

    /** Gathers how a retriever asks. Not thread-safe. */
    public static final class Builder {
        private final GraphRag rag;
        private final Questions<Query> questions;
        private Consumer<Retrieval> listener = retrieval -> {};
        private GraphObservations observations = GraphObservations.of(ObservationRegistry.NOOP);

        private Builder(GraphRag rag) {
            this.rag = rag;
            this.questions = usual(rag);
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
         * Makes the question of a query, where it depends on more than its text: on its history or its context. It decides
         * the mode and the parameters too; of its filter and those set here and in the context all hold.
         */
        public Builder questions(Function<Query, Question> value) {
            questions.asked(value);
            return this;
        }

        /**
         * Which passages may be seen, by the metadata of their documents. Everything that is found, shown and traced comes
         * from these, and no other filter widens it: of this, of one set before, of one in the context of a query ({@link
         * VectorStoreDocumentRetriever#FILTER_EXPRESSION}, an expression or its text) and of the graph's own scope all hold.
         *
         * <p>A key that is missing is not equal to any value, in no list, and neither less nor greater; {@code NOT} holds
         * exactly where its condition does not. Values of different types are not equal, and none is less than the other; a
         * long and a double are compared by their worth. Texts that say {@code true}, {@code false} or a moment also find
         * booleans and instants. Strings are ordered by code points and compared by their first 1,024 characters.
         *
         * @throws dev.tern.error.TernException the user's fault, if the expression compares with a value that has no meaning
         *     here, or passes a limit of {@link dev.tern.graph.Filter}
         */
        public Builder filterExpression(Expression value) {
            Filter fixed = SpringFilters.of(value);
            questions.filter(query -> fixed);
            return this;
        }

        /**
         * As {@link #filterExpression(Expression)}, made anew for each query, of the user who asks for instance; null where it
         * does not narrow. An expression that cannot be translated makes the query fail.
         */
        public Builder filterExpression(Supplier<@Nullable Expression> value) {
            questions.filter(query -> SpringFilters.of(value.get()));
            return this;
        }

        /**
         * Follow-up questions lean on the history that comes with a query: each is made one that can be asked by itself
         * ({@link dev.tern.Conversation#standalone}), in one call of the graph's chat model or, without one, in none. Off unless set; not
         * to be used behind a query transformer that does the same.
         */
        public Builder conversational(boolean value) {
            questions.conversational(value);
            return this;
        }

        /** Is given every retrieval, with all relations and the trace, on the thread that retrieves. */
        public Builder onRetrieval(Consumer<Retrieval> value) {
            listener = value;
            return this;
        }

        /** Where retrievals are observed; nowhere unless set. */
        public Builder observations(GraphObservations value) {
            observations = value;
            return this;
        }

        /**
         * The retriever with these settings.
         *
         * @throws IllegalStateException if {@code questions} is set beside {@code mode} or {@code parameters}, which it
         *     decides
         */
        public GraphDocumentRetriever build() {
            return new GraphDocumentRetriever(this);
        }
    }

    /** Questions that keep to the filter in the context of their query. */
    static Questions<Query> usual(GraphRag rag) {
        Questions<Query> questions = new Questions<>(rag, Query::text, PromptTurns::before);
        questions.filter(SpringFilters::ofContext);
        return questions;
    }
}
