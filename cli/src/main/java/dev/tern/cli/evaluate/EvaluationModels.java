package dev.tern.cli.evaluate;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.cli.assembly.Backend;
import dev.tern.cli.assembly.Indexers;
import dev.tern.cli.assembly.Spending;
import dev.tern.cli.config.Configuration;
import dev.tern.eval.ModelClock;
import dev.tern.eval.RepeatableChatModel;
import java.util.Optional;

/**
 * The models of an evaluation. What they say is kept, so that a second run repeats the first and pays for nothing twice; and
 * they write down how long they took. A graph is indexed with vectors that are kept, but a question's vector is made anew by a model
 * in process, so that the times of questions are those of a service.
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

    /** The model that embeds questions. */
    EmbeddingModel asking(Configuration configuration) {
        EmbeddingModel model = backend.embeddingModel(configuration, spending.vectors());
        return clock.timed(spending.within(model, configuration.embedding()));
    }

    /** The chat model, if there is one. */
    Optional<ChatModel> chat(Configuration configuration) {
        return backend.chatModel(configuration)
                .map(spending::within)
                .map(model -> new RepeatableChatModel(model, name(configuration), spending.replies()))
                .map(clock::timed);
    }

    private static String name(Configuration configuration) {
        return configuration.chat().provider() + " "
                + configuration.chat().baseUrl().orElse("") + " "
                + configuration.chat().model();
    }

    /** Says how documents are indexed. */
    GraphRag.Builder indexing(Configuration configuration, GraphRag.Builder builder) {
        EmbeddingModel model = backend.embeddingModel(configuration, spending.vectors());
        EmbeddingModel paid = spending.within(model, configuration.embedding());
        boolean inProcess = configuration.embedding().provider().equals("in-process");
        Optional<ChatModel> chat = chat(configuration);
        return builder.embeddingModel(inProcess ? new KeptVectors(paid, spending.vectors()) : paid)
                .splitter(Indexers.splitter(configuration, model))
                .extractor(Indexers.withoutSurprise(configuration, chat, spending.replies(), spending.ledger()));
    }
}
