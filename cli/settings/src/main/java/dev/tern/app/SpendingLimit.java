package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.ingest.extract.ExtractionCounts;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.BudgetedChatModel;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.PaidEmbeddingModel;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Price;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Limits a run's cost of models by a budget, which processes can share. Thread-safe. */
public class SpendingLimit {
    private final SpendingSettings settings;
    private final Budget budget;
    private final boolean watched;
    private final Ledger ledger;
    private final ReplyCache replies;
    private final AtomicReference<@Nullable LanguageModelExtractor> extracting = new AtomicReference<>();

    /**
     * Creates the limit of a run.
     *
     * @param settings the prices and the limit
     * @param budget the budget to check before calls
     * @param ledger records every call
     */
    public SpendingLimit(SpendingSettings settings, Budget budget, Ledger ledger, ReplyCache replies) {
        this(settings, budget, false, ledger, replies);
    }

    /**
     * Creates the limit of a run.
     *
     * @param watched true if calls of chat models check the budget even without a limit
     */
    SpendingLimit(SpendingSettings settings, Budget budget, boolean watched, Ledger ledger, ReplyCache replies) {
        this.settings = settings;
        this.budget = budget;
        this.watched = watched;
        this.ledger = ledger;
        this.replies = replies;
    }

    /** Returns the cache of chat models' replies. */
    public ReplyCache replies() {
        return replies;
    }

    /** Returns the ledger that records every call. */
    public Ledger ledger() {
        return ledger;
    }

    /**
     * Returns chat models that share the budget, each at its own price. If there is a limit, a call
     * of a model without a price throws, unless it is a model of Ollama, which then counts as free.
     */
    public TaskModels withinLimit(TaskModels models, ChatSettings of) {
        return models.mapEach((task, model) ->
                of.find(task).map(settings -> withinLimit(model, settings)).orElse(model));
    }

    /**
     * Limits like {@link #withinLimit(TaskModels, ChatSettings)}, and records the calls of each
     * task, except for extraction, whose calls the extractor records.
     */
    public TaskModels recorded(TaskModels models, ChatSettings of) {
        return withinLimit(models, of)
                .mapEach((task, model) -> task == ChatTask.EXTRACT
                        ? model
                        : new RecordedChatModel(model, task.toString(), of.name(task), ledger()));
    }

    /** Returns a chat model within the budget whose calls are recorded under the given step. */
    public ChatModel recorded(ChatModel model, ChatModelSettings of, String step) {
        return new RecordedChatModel(withinLimit(model, of), step, of.modelName(), ledger());
    }

    private ChatModel withinLimit(ChatModel model, ChatModelSettings of) {
        return limited() || watched
                ? new BudgetedChatModel(model, () -> price(of.provider(), of.modelName()), budget)
                : model;
    }

    /**
     * Returns an embedding model within the budget whose calls are recorded; returns an in-process
     * model unchanged.
     *
     * @throws TernException if there is a limit, and the model is not Ollama's and has no price
     */
    public EmbeddingModel withinLimit(EmbeddingModel model, EmbeddingModelSettings of) {
        return of.provider() == KnownProvider.IN_PROCESS
                ? model
                : new PaidEmbeddingModel(model, price(of.provider(), of.modelName()), budget, ledger());
    }

    /**
     * Checks that each chat model has a price or is Ollama's, if there is a limit.
     *
     * @throws TernException if there is a limit, and a model other than Ollama's has no price
     */
    public void requirePrices(ChatSettings of) {
        for (ChatTask task : ChatTask.values()) {
            of.find(task).ifPresent(model -> price(model.provider(), model.modelName()));
        }
    }

    private boolean limited() {
        return settings.maxCost().isPresent();
    }

    /** Returns the configured price of a model; empty if it has none. */
    public Optional<Price> price(String model) {
        return settings.prices().find(PaidEmbeddingModel.priced(model));
    }

    private Price price(KnownProvider provider, String model) {
        if (!limited()) {
            return Price.FREE;
        }
        return price(model).orElseGet(() -> {
            if (provider == KnownProvider.OLLAMA) {
                return Price.FREE;
            }
            throw TernException.operator("maxCost is set, and there is no price for the model \"" + model
                    + "\": set prices, as in prices: \"" + model + "=0.15/0.60\" (a million tokens sent, and"
                    + " received)");
        });
    }

    /**
     * Returns a builder of a graph whose models stay within the budget, and whose extraction uses
     * cached replies. The caller adds a store.
     *
     * @param of the settings with the embedding model of the graph
     * @param embedding the embedding model, created from these settings
     * @param chat the chat models; only the model for extraction is used
     * @param kept the cache of replies: {@link #replies}, or a wrapper of it
     * @throws TernException if there is a limit and a model other than Ollama's has no price, or
     *     extraction needs a chat model and there is none, or its prompt file is invalid
     */
    public GraphRag.Builder graph(AppSettings of, EmbeddingModel embedding, TaskModels chat, ReplyCache kept) {
        ChatModel chatModel = chat.find(ChatTask.EXTRACT).orElse(null);
        if (of.extraction().method() == ExtractionSettings.Method.MODEL) {
            // A missing price is reported before anything is read.
            of.chat().find(ChatTask.EXTRACT).ifPresent(model -> price(model.provider(), model.modelName()));
        }
        TaskModels within = withinLimit(TaskModels.NONE.with(ChatTask.EXTRACT, chatModel), of.chat());
        TripletExtractor extractor = of.extractor(within, kept, ledger());
        extracting.set(extractor instanceof LanguageModelExtractor asking ? asking : null);
        return of.graph(embedding, within, extractor).embeddingModel(withinLimit(embedding, of.embedding()));
    }

    /** Returns the counts of a model's extractions since the last {@link #graph}. */
    public ExtractionCounts extraction() {
        LanguageModelExtractor asked = extracting.get();
        return asked == null ? ExtractionCounts.NONE : asked.counts();
    }
}
