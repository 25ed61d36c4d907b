package dev.tern.spring.ai;

import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.postretrieval.document.DocumentPostProcessor;
import org.springframework.ai.vectorstore.filter.Filter.Expression;

/**
 * Re-ranks documents of any retriever by a graph: documents that the graph chooses for the question
 * come first, in its order, then the others in their own order. A document belongs to the graph if
 * it has a passage's id or text.
 *
 * <p>Each call is one retrieval of the graph: in graph mode one call of the chat model, in local
 * mode none. Fails like {@link GraphRag#retrieve(Question)}. Thread-safe; the caller closes the
 * {@link GraphRag}.
 */
public final class GraphDocumentPostProcessor implements DocumentPostProcessor {
    private final GraphRag rag;
    private final Function<Query, Question> questions;
    private final @Nullable Integer limit;
    private final GraphObservations observations;

    private GraphDocumentPostProcessor(Builder builder) {
        this.rag = builder.rag;
        this.questions = builder.questions.build();
        this.limit = builder.limit;
        this.observations = builder.observations;
    }

    /** Returns a post-processor with the graph's default mode that keeps all documents. */
    public static GraphDocumentPostProcessor of(GraphRag rag) {
        return builder(rag).build();
    }

    /** Returns a builder of a post-processor, which never closes the graph. */
    public static Builder builder(GraphRag rag) {
        return new Builder(rag);
    }

    @Override
    public List<Document> process(Query query, List<Document> documents) {
        if (documents.isEmpty()) {
            return documents;
        }
        Map<String, Integer> ranks = ranks(query, documents.size());
        List<Document> ordered = new ArrayList<>(documents);
        ordered.sort(Comparator.comparingInt(document -> rank(document, ranks)));
        return limit == null ? ordered : List.copyOf(ordered.subList(0, Math.min(limit, ordered.size())));
    }

    private Map<String, Integer> ranks(Query query, int wanted) {
        Question question = questions.apply(query);
        int topK = Math.max(wanted, question.parameters().get(Parameter.FINAL_TOP_K));
        Parameters wider = question.parameters().with(Parameter.FINAL_TOP_K, Math.min(topK, MAX_DOCUMENTS));
        Map<String, Integer> ranks = new HashMap<>();
        for (Scored<Passage> found :
                observations.retrieve(rag, question.withParameters(wider)).passages()) {
            Passage passage = found.value();
            int rank = ranks.size();
            ranks.putIfAbsent(passage.id(), rank);
            ranks.putIfAbsent(passage.text(), rank);
            ranks.putIfAbsent(passage.textToEmbed(), rank);
        }
        return ranks;
    }

    private static int rank(Document document, Map<String, Integer> ranks) {
        Integer byId = ranks.get(document.getId());
        return byId != null
                ? byId
                : ranks.getOrDefault(Objects.requireNonNullElse(document.getText(), ""), Integer.MAX_VALUE);
    }

    /** The maximum number of passages that a retrieval collects. */
    private static final int MAX_DOCUMENTS = 1000;

    /** Collects the settings of a post-processor. Not thread-safe. */
    public static final class Builder {
        private final GraphRag rag;
        private final QuestionMapping<Query> questions;
        private @Nullable Integer limit;
        private GraphObservations observations = GraphObservations.of(ObservationRegistry.NOOP);

        private Builder(GraphRag rag) {
            this.rag = rag;
            this.questions = GraphDocumentRetriever.defaultQuestions(rag);
        }

        /** Sets the mode; defaults to graph with a chat model, else to local. */
        public Builder mode(Mode value) {
            questions.mode(value);
            return this;
        }

        /**
         * Restricts the graph's passages like {@link
         * GraphDocumentRetriever.Builder#filterExpression(Expression)}; documents of other passages
         * count as unknown to the graph.
         */
        public Builder filterExpression(Expression value) {
            MetadataFilter fixed = SpringFilters.of(value);
            questions.filter(query -> fixed);
            return this;
        }

        /**
         * Adds a supplier that is called for each query, and returns a {@link
         * #filterExpression(Expression)}, or null for none.
         */
        public Builder filterExpression(Supplier<@Nullable Expression> value) {
            questions.filter(query -> SpringFilters.of(value.get()));
            return this;
        }

        /** Sets the maximum number of documents to keep, at least 1; default all. */
        public Builder limit(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("the limit of documents is " + value + "; it must be at least 1");
            }
            limit = value;
            return this;
        }

        /** Sets the observations of retrievals; by default none. */
        public Builder observations(GraphObservations value) {
            observations = value;
            return this;
        }

        public GraphDocumentPostProcessor build() {
            return new GraphDocumentPostProcessor(this);
        }
    }
}
