package dev.tern.eval;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.eval.Retriever.RetrievalFunction;
import dev.tern.eval.baseline.Baseline.Ranker;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Queries;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.rank.RankingParts;
import dev.tern.query.rank.RankingParts.Part;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A retrieval method to evaluate: a mode of Tern, a variant of one, or a baseline. Thread-safe. */
public interface RetrievalMethod {
    /** Returns the method's name in tables. */
    String name();

    /**
     * Returns the passages for a question, best first.
     *
     * @param limit the maximum number of documents that are evaluated; more passages may be
     *     returned
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    MethodResult find(String question, int limit);

    /** Runs a question in the warm-up. A method with a paid chat model does not call it. */
    default void warmUp(String question, int limit) {
        find(question, limit);
    }

    /**
     * The result for one question.
     *
     * @param passages the passages found, best first
     * @param trace the trace of the steps; empty for a baseline
     */
    record MethodResult(List<Scored<Passage>> passages, Optional<Trace> trace) {
        public MethodResult {
            passages = List.copyOf(passages);
        }
    }

    /**
     * Returns the method of a mode as served to users. The warm-up of graph mode runs local mode.
     *
     * @param parameters the parameters of every question, except for {@code finalTopK}, which is
     *     the limit, or in naive mode twice the limit, at most its maximum
     */
    static RetrievalMethod mode(Mode mode, GraphRag rag, Parameters parameters) {
        // The limit counts documents, and several of the nearest passages may be of one document.
        int max = Parameter.FINAL_TOP_K.range().orElseThrow().max();
        RetrievalFunction asked = (question, limit) -> {
            int passages = mode == Mode.NAIVE ? Math.min(2 * limit, max) : limit;
            return rag.retrieve(question(question, mode, parameters, passages));
        };
        // Chat calls cost money and warm nothing up: local mode covers the shared part.
        RetrievalFunction warming = mode == Mode.GRAPH
                ? (question, limit) -> rag.retrieve(question(question, Mode.LOCAL, parameters, limit))
                : asked;
        return new Retriever(nameOf(mode), asked, warming);
    }

    /**
     * Returns variants of local mode, each without one part of its ranking.
     *
     * @param store the store, closed by the caller
     * @param parameters the parameters of every question, except for {@code finalTopK}, which is
     *     the limit
     */
    static List<RetrievalMethod> ablation(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        Queries queries = new Queries(store, embeddingModel, null);
        List<RetrievalMethod> methods = new ArrayList<>();
        for (Part part : Part.values()) {
            RankingParts rest = RankingParts.ALL.without(part);
            RetrievalFunction asked =
                    (question, limit) -> queries.retrieve(question(question, Mode.LOCAL, parameters, limit), rest);
            String name = part.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            methods.add(new Retriever("local without " + name, asked, asked));
        }
        return methods;
    }

    /**
     * Returns useless models for graph mode, by the name of their method: one with nonsense
     * replies, and some with blind choices. They measure the damage that a model can do.
     */
    static Map<String, ChatModel> scriptedModels() {
        Map<String, ChatModel> models = new LinkedHashMap<>();
        models.put("graph nonsense", new ScriptedChatModel("The quiet of the evening knows."));
        models.put("graph first", new BlindChatModel((count, random) -> IntStream.of(1)));
        models.put("graph last", new BlindChatModel((count, random) -> IntStream.of(count)));
        models.put("graph all", new BlindChatModel((count, random) -> IntStream.rangeClosed(1, count)));
        for (int drawn : List.of(1, 3, 10)) {
            models.put(
                    "graph random " + drawn,
                    new BlindChatModel((count, random) ->
                            random.ints(1, count + 1).distinct().limit(Math.min(drawn, count))));
        }
        return models;
    }

    /**
     * Returns graph mode once with each of the {@link #scriptedModels}.
     *
     * @param store the store, closed by the caller
     * @param parameters the parameters of every question, except for {@code finalTopK}, which is
     *     the limit
     */
    static List<RetrievalMethod> scripted(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        List<RetrievalMethod> methods = new ArrayList<>();
        scriptedModels().forEach((name, model) -> {
            Queries queries = new Queries(store, embeddingModel, model);
            RetrievalFunction asked =
                    (question, limit) -> queries.retrieve(question(question, Mode.GRAPH, parameters, limit));
            methods.add(new Retriever(name, asked, asked));
        });
        return methods;
    }

    private static Question question(String text, Mode mode, Parameters parameters, int passages) {
        Parameters wide = parameters.with(Parameter.FINAL_TOP_K, passages);
        return Question.of(text, mode).withParameters(wide).withListener(new QueryListener() {
            // Graph mode must not silently report the local order.
            @Override
            public String failed(TernException failure, String message) {
                throw failure;
            }
        });
    }

    /** Returns a baseline's method. It ranks twice the limit, as passages may share a document. */
    static RetrievalMethod of(String name, Ranker ranker) {
        return new RetrievalMethod() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public MethodResult find(String question, int limit) {
                return new MethodResult(ranker.rank(question, 2 * limit), Optional.empty());
            }
        };
    }

    static String nameOf(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
