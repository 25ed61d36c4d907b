package dev.tern.query;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.TaskModels;
import dev.tern.model.TextEmbedder;
import dev.tern.query.conversation.FollowUps;
import dev.tern.query.conversation.FollowUps.Standalone;
import dev.tern.query.conversation.Turn;
import dev.tern.query.rank.RankingParts;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.CuratedView;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions over a store: opens what a question may see, keeps it to its time limit, and sends it on its way. The one
 * path that the library, the command line and the evaluation all take. Thread-safe if store and models are.
 */
public final class Queries {
    private final GraphStore store;
    private final EmbeddingModel embeddingModel;
    private final TaskModels chatModels;
    private final Filter scope;

    /** Queries over a whole store; without a chat model there is no graph mode, and answers are extractive. */
    public Queries(GraphStore store, EmbeddingModel embeddingModel, @Nullable ChatModel chatModel) {
        this(store, embeddingModel, TaskModels.of(chatModel), Filter.everything());
    }

    /**
     * Queries over a part of a store.
     *
     * @param scope what any question sees at most; its own filter can only narrow it
     */
    public Queries(GraphStore store, EmbeddingModel embeddingModel, TaskModels chatModels, Filter scope) {
        this.store = store;
        this.embeddingModel = embeddingModel;
        this.chatModels = chatModels;
        this.scope = scope;
    }

    /**
     * Finds the passages for a question.
     *
     * @throws TernException if the mode needs a chat model and there is none, a model or the store fails, or the question's
     *     time limit passes
     */
    public Retrieval retrieve(Question question) {
        return run(question, RankingParts.ALL, (querying, heard) -> querying.retrieve());
    }

    /**
     * Finds passages and answers from them.
     *
     * @throws TernException if the mode needs a chat model and there is none, a model or the store fails, or the question's
     *     time limit passes
     */
    public Answer ask(Question question) {
        return run(question, RankingParts.ALL, (querying, heard) -> querying.answer(querying.retrieve(), heard::words));
    }

    /**
     * A follow-up question as one that can be asked by itself; the same where nothing was said before.
     *
     * @param turns what was said before, the latest last
     * @param listener hears of the call that it takes, if there is a model for {@link ChatTask#RECOGNISE}
     * @throws TernException if a model or the store fails
     */
    public Question standalone(Question question, List<Turn> turns, QueryListener listener) {
        if (turns.isEmpty()) {
            return question;
        }
        double temperature = question.parameters().get(Parameter.TEMPERATURE);
        FollowUps followUps = chatModels
                .chat(ChatTask.RECOGNISE, temperature, new Meter(listener))
                .map(FollowUps::model)
                .orElseGet(FollowUps::offline);
        try (GraphView visible = CuratedView.open(store, question.filter().within(scope))) {
            Standalone made = followUps.standalone(question.text(), turns, visible);
            Question asked = question.withText(made.text());
            return made.names().isEmpty() ? asked : asked.withEntities(made.names());
        }
    }

    <T> T run(Question question, RankingParts parts, BiFunction<Querying, QueryListener, T> query) {
        return TimeLimit.keep(question, heard -> {
            Meter meter = new Meter(heard);
            Tracer tracer = new Tracer(meter, heard);
            try (GraphView view = OpenView.of(store, scope, question)) {
                Parameters parameters = question.parameters();
                Querying querying = new Querying(
                        question.withListener(QueryListener.NONE),
                        parts,
                        new MeteredView(view, meter),
                        new TextEmbedder(
                                embeddingModel, EmbeddingInputType.QUERY, parameters.get(Parameter.EMBED_BATCH), meter),
                        task -> chatModels.chat(task, parameters.get(Parameter.TEMPERATURE), meter),
                        tracer);
                return tracer.heard(() -> query.apply(querying, heard));
            }
        });
    }
}
