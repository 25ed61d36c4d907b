package dev.tern.query;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import dev.tern.model.TaskModels;
import dev.tern.model.TextEmbedder;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.rank.PassageCache;
import dev.tern.query.rank.RankingParts;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions over a store: opens the visible part of the graph, enforces the time limit, and
 * runs the query. The library, the command line and the evaluation all use it. Thread-safe if store
 * and models are.
 */
public final class Queries {
    private final GraphStore store;
    private final EmbeddingModel embeddingModel;
    private final TaskModels chatModels;
    private final MetadataFilter scope;
    private final Parameters defaults;
    private final PassageCache cache = new PassageCache();

    /** Creates queries over a whole store; without a chat model, answers are extractive. */
    public Queries(GraphStore store, EmbeddingModel embeddingModel, @Nullable ChatModel chatModel) {
        this(store, embeddingModel, TaskModels.of(chatModel), MetadataFilter.everything(), Parameters.DEFAULT);
    }

    /**
     * Creates queries over a part of a store.
     *
     * @param scope selects the visible passages; a question's filter can only narrow this
     * @param defaults the parameters that a question does not set
     */
    public Queries(
            GraphStore store,
            EmbeddingModel embeddingModel,
            TaskModels chatModels,
            MetadataFilter scope,
            Parameters defaults) {
        this.store = store;
        this.embeddingModel = embeddingModel;
        this.chatModels = chatModels;
        this.scope = scope;
        this.defaults = defaults;
    }

    /**
     * Retrieves passages for a question.
     *
     * @throws TernException if the mode needs a chat model or themes and there are none, the graph
     *     has another embedding model, the embedding model or the store fails, the time limit
     *     passes, or the thread is interrupted
     */
    public Retrieval retrieve(Question question) {
        return retrieve(question, RankingParts.ALL);
    }

    /** Retrieves passages by some parts of the local ranking, for evaluations. */
    public Retrieval retrieve(Question question, RankingParts parts) {
        return run(question, parts, (querying, heard) -> querying.retrieve());
    }

    /** Returns the relations that graph mode, with names recognised offline, shows a chat model. */
    public CandidateList candidates(Question question) {
        return run(question.withMode(Mode.LOCAL), RankingParts.ALL, (querying, heard) -> querying.candidates());
    }

    /**
     * Retrieves passages and answers from them.
     *
     * @throws TernException as {@link #retrieve}
     */
    public Answer ask(Question question) {
        return run(
                question,
                RankingParts.ALL,
                (querying, heard) -> querying.answer(querying.retrieve(), heard::answerPart));
    }

    /**
     * Rewrites a question with a history as standalone; returns any other question unchanged.
     *
     * @throws TernException as {@link #retrieve}
     */
    public Question standaloneQuestion(Question question) {
        return question.history().isEmpty()
                ? question
                // Local mode requires no chat model.
                : run(question.withMode(Mode.LOCAL), RankingParts.ALL, (querying, heard) -> querying.question())
                        .withMode(question.mode())
                        .withListener(question.listener());
    }

    /** Answers on a virtual thread; cancelling the future interrupts it. */
    public CompletableFuture<Answer> askAsync(Question question) {
        return TimeLimit.start(question, this::ask);
    }

    /** Retrieves on a virtual thread; cancelling the future interrupts it. */
    public CompletableFuture<Retrieval> retrieveAsync(Question question) {
        return TimeLimit.start(question, this::retrieve);
    }

    /** Returns an embedder for names; throws an exception if another model made the graph. */
    public TextEmbedder embedder(GraphView graph, Meter meter) {
        graph.description().ifPresent(made -> made.requireModel(embeddingModel.modelName()));
        return new TextEmbedder(
                embeddingModel, EmbeddingInputType.DOCUMENT, defaults.get(Parameter.EMBED_BATCH), meter);
    }

    <T> T run(Question asked, RankingParts parts, BiFunction<Querying, QueryListener, T> query) {
        Parameters parameters = asked.parameters().orElse(defaults);
        Question question = asked.withParameters(parameters);
        return TimeLimit.run(question, heard -> {
            Meter meter = new Meter(heard);
            Tracer tracer = new Tracer(meter, heard);
            return tracer.withTotalCost(() -> {
                try (GraphView view = ViewOpening.of(store, scope, question)) {
                    // Another process may have recreated the graph since the last query.
                    view.description().ifPresent(made -> made.requireModel(embeddingModel.modelName()));
                    GraphView graph = new MeteredView(view, meter);
                    Function<ChatTask, Optional<MeteredChat>> chats =
                            task -> chatModels.chat(task, parameters.get(Parameter.TEMPERATURE), meter);
                    TextEmbedder embedder = new TextEmbedder(
                            embeddingModel, EmbeddingInputType.QUERY, parameters.get(Parameter.EMBED_BATCH), meter);
                    QuestionModels models = new QuestionModels(question, chats, new ModelFallback(heard));
                    Question alone = Understanding.standalone(
                            question.withListener(QueryListener.NONE), models.followUps(), graph, tracer);
                    CollectStep collecting = new CollectStep(alone, graph.notes(), tracer);
                    Querying querying = new Querying(
                            alone,
                            models,
                            new RetrievalSteps(
                                    graph, embedder, parts, parameters, collecting.rankedCount(), cache, tracer),
                            new ChooseStep(alone, models, collecting, tracer),
                            collecting,
                            new AnswerStep(alone, graph.notes().rules(), embedder, models, tracer),
                            tracer);
                    return query.apply(querying, heard);
                } catch (CancellationException e) {
                    throw TernException.user("the query was interrupted while waiting for the store", e);
                }
            });
        });
    }
}
