package dev.tern.eval.command;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.ChatSettings;
import dev.tern.app.Spending;
import dev.tern.eval.ModelClock;
import dev.tern.eval.RepeatableChatModel;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.TaskModels;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.KnownProvider;

/**
 * Creates the models of an evaluation and times their calls for questions. Replies and vectors are
 * cached, so that a second run repeats the first for free. Only an in-process model embeds
 * questions anew, so that times are realistic.
 */
final class EvaluationModels {
    private final Backend backend;
    private final Spending spending;
    private final ModelClock clock = new ModelClock();

    EvaluationModels(Backend backend, Spending spending) {
        this.backend = backend;
        this.spending = spending;
    }

    ModelClock clock() {
        return clock;
    }

    EmbeddingModel questionEmbedder(AppSettings settings) {
        EmbeddingModel model = backend.embeddingModel(settings.embedding().withRememberedBytes(0), spending.vectors());
        return clock.timed(spending.withinLimit(model, settings.embedding()));
    }

    /** Returns the chat models, each with a cache of its replies. */
    TaskModels chat(AppSettings settings) {
        ChatSettings chosen = settings.chat();
        return spending.recorded(chosen.make(backend::chatModel), chosen).mapEach((task, model) -> {
            ChatModelSettings its = chosen.find(task).orElseThrow();
            return clock.timed(
                    new RepeatableChatModel(model, name(its), spending.replies()), spending.price(its.modelName()));
        });
    }

    /** Returns a text that identifies a model in the keys of cached replies. */
    static String name(ChatModelSettings chat) {
        String baseUrl = chat.endpoint().baseUrl();
        String effort = chat.reasoningEffort();
        return chat.provider() + " " + (baseUrl == null ? "" : baseUrl) + " " + chat.modelName()
                + (effort == null ? "" : " " + effort);
    }

    GraphRag.Builder indexing(AppSettings settings) {
        EmbeddingModel model = backend.embeddingModel(settings.embedding(), spending.vectors());
        EmbeddingModel paid = spending.withinLimit(model, settings.embedding());
        boolean inProcess = settings.embedding().provider() == KnownProvider.IN_PROCESS;
        TripletExtractor extractor = settings.chosenExtractor(chat(settings), spending.replies(), spending.ledger());
        return settings.graph(model, TaskModels.NONE, extractor)
                .embeddingModel(inProcess ? new KeptVectors(paid, spending.vectors()) : paid);
    }
}
