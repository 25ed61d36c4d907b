package dev.tern.spring.ai;

import dev.tern.GraphRag;
import dev.tern.Questions;
import dev.tern.graph.Filter;
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
 * Puts documents of any retriever in the order of a graph: those that the graph would choose for the question
 * come first, in its order, the others behind them in theirs. A document is a passage of the graph if it has the passage's
 * id or its text.
 *
 * <p>One retrieval of the graph for each call: in graph mode one call of the chat model, in local mode none. Fails as {@link
 * GraphRag#retrieve(Question)} does. Safe for any number of threads; the {@link GraphRag} stays the caller's to close.
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

    /** A post-processor in the graph's default mode that leaves no document out. */
    public static GraphDocumentPostProcessor of(GraphRag rag) {
        return builder(rag).build();
    }

    /** Starts a post-processor over a graph that stays open. */
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

    /** The most passages that a retrieval collects. */
    private static final int MAX_DOCUMENTS = 1000;

    /** Gathers how a post-processor ranks. Not thread-safe. */
    public static final class Builder {
        private final GraphRag rag;
        private final Questions<Query> questions;
        private @Nullable Integer limit;
        private GraphObservations observations = GraphObservations.of(ObservationRegistry.NOOP);

        private Builder(GraphRag rag) {
            this.rag = rag;
            this.questions = GraphDocumentRetriever.usual(rag);
        }

        /** How the graph ranks; unless set, graph mode with a chat model and local mode without. */
        public Builder mode(Mode value) {
            questions.mode(value);
            return this;
        }

        /**
         * Which passages the graph may look at, as {@link GraphDocumentRetriever.Builder#filterExpression(Expression)}; a
         * document that is no such passage counts as one that the graph does not know.
         */
        public Builder filterExpression(Expression value) {
            Filter fixed = SpringFilters.of(value);
            questions.filter(query -> fixed);
            return this;
        }

        /** As {@link #filterExpression(Expression)}, made anew for each query; null where it does not narrow. */
        public Builder filterExpression(Supplier<@Nullable Expression> value) {
            questions.filter(query -> SpringFilters.of(value.get()));
            return this;
        }

        /** The most documents that are kept, at least 1; all unless set. */
        public Builder limit(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("the limit of documents is " + value + "; it is at least 1");
            }
            limit = value;
            return this;
        }

        /** Where retrievals are observed; nowhere unless set. */
        public Builder observations(GraphObservations value) {
            observations = value;
            return this;
        }

        /** The post-processor with these settings. */
        public GraphDocumentPostProcessor build() {
            return new GraphDocumentPostProcessor(this);
        }
    }
}
