package dev.tern.eval;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.eval.Retriever.Retrieving;
import dev.tern.eval.baseline.Baseline.Ranker;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Mode;
import dev.tern.query.Querying;
import dev.tern.query.Question;
import dev.tern.query.Trace;
import dev.tern.query.rerank.RankingParts;
import dev.tern.query.rerank.RankingParts.Part;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way to find passages that is measured: a mode of Tern, a part of one, or a baseline. Thread-safe. */
public interface Method {
    /** What tables call it. */
    String name();

    /**
     * The passages for a question, best first.
     *
     * @param limit how many documents are looked at; more passages may be returned
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    Found find(String question, int limit);

    /** Asks as often as it is warmed up; a method whose calls cost money warms up what it can without. */
    default void warmUp(String question, int limit) {
        find(question, limit);
    }

    /**
     * What was found.
     *
     * @param passages the best first
     * @param trace what every step did, where there are steps
     */
    record Found(List<Scored<Passage>> passages, Optional<Trace> trace) {
        /** Copies. */
        public Found {
            passages = List.copyOf(passages);
        }
    }

    /**
     * A mode, as it is served.
     *
     * @param parameters those of every question, but for {@code finalTopK}, which is the limit
     */
    static Method mode(Mode mode, GraphRag rag, Parameters parameters) {
        // The nearest are the nearest, however many are asked for; of one document there may be several.
        Retrieving asked = (question, limit) ->
                rag.retrieve(question(question, mode, parameters, mode == Mode.NAIVE ? 2 * limit : limit));
        // A chat model's calls warm nothing and cost money: the way that graph mode shares with local will do.
        return mode == Mode.GRAPH
                ? new Retriever(
                        nameOf(mode),
                        asked,
                        (question, limit) -> rag.retrieve(question(question, Mode.LOCAL, parameters, limit)))
                : new Retriever(nameOf(mode), asked, asked);
    }

    /**
     * Local mode without each part of its ranking, one part at a time.
     *
     * @param parameters those of every question, but for {@code finalTopK}, which is the limit
     */
    static List<Method> ablation(GraphRag rag, Parameters parameters) {
        List<Method> methods = new ArrayList<>();
        for (Part part : Part.values()) {
            RankingParts rest = RankingParts.ALL.without(part);
            Retrieving asked =
                    (question, limit) -> rag.retrieve(question(question, Mode.LOCAL, parameters, limit), rest);
            String name = part.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            methods.add(new Retriever("local without " + name, asked, asked));
        }
        return methods;
    }

    /**
     * Graph mode with models that are of no use: one that answers nonsense, and one that always chooses the first candidate. What
     * they cost is what a model can spoil.
     *
     * @param store stays the caller's
     */
    static List<Method> scripted(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        return List.of(
                scripted("graph first", "[1]", store, embeddingModel, parameters),
                scripted("graph nonsense", "The quiet of the evening knows.", store, embeddingModel, parameters));
    }

    private static Method scripted(
            String name, String reply, GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        Querying querying = new Querying(store, embeddingModel, new ScriptedChatModel(reply));
        Retrieving asked = (question, limit) -> querying.retrieve(question(question, Mode.GRAPH, parameters, limit));
        return new Retriever(name, asked, asked);
    }

    private static Question question(String text, Mode mode, Parameters parameters, int passages) {
        Parameters wide = parameters.toBuilder().finalTopK(passages).build();
        return Question.of(text, mode).withParameters(wide);
    }

    /** A baseline; it returns twice as many passages, since several may be of one document. */
    static Method of(String name, Ranker ranker) {
        return new Method() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Found find(String question, int limit) {
                return new Found(ranker.rank(question, 2 * limit), Optional.empty());
            }
        };
    }

    /** What a mode is called. */
    static String nameOf(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
