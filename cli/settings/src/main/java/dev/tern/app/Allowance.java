package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.BudgetedChatModel;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.PaidEmbeddingModel;
import dev.tern.models.Provider;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Price;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What may be spent on models in this process: by one run, or by one that shares its limit with other processes. */
public class Allowance {
    private final SpendingSettings settings;
    private final Budget budget;
    private final boolean watched;
    private final Ledger ledger;
    private final ReplyCache replies;
    private final AtomicReference<@Nullable LanguageModelExtractor> extracting = new AtomicReference<>();

    /**
     * An allowance of this process.
     *
     * @param settings the prices, and whether there is a limit
     * @param budget what may be spent
     * @param ledger hears of every call
     * @param replies those that are kept
     */
    public Allowance(SpendingSettings settings, Budget budget, Ledger ledger, ReplyCache replies) {
        this(settings, budget, false, ledger, replies);
    }

    /** As the other one; {@code watched} says that the budget wants to be asked even where there is no limit. */
    Allowance(SpendingSettings settings, Budget budget, boolean watched, Ledger ledger, ReplyCache replies) {
        this.settings = settings;
        this.budget = budget;
        this.watched = watched;
        this.ledger = ledger;
        this.replies = replies;
    }

    /** The replies of chat models that are kept. */
    public ReplyCache replies() {
        return replies;
    }

    /** Who hears of every call. */
    public Ledger ledger() {
        return ledger;
    }

    /**
     * Chat models, asked only what may be spent by all of them together, each at its own price. One that is asked without having one
     * fails.
     */
    public TaskModels within(TaskModels models, ChatSettings of) {
        return models.each((task, model) ->
                of.find(task).map(settings -> within(model, settings)).orElse(model));
    }

    /** As {@link #within(TaskModels, ChatSettings)}, with their calls written down by task; an extractor does that itself. */
    public TaskModels recorded(TaskModels models, ChatSettings of) {
        return within(models, of)
                .each((task, model) -> task == ChatTask.EXTRACT
                        ? model
                        : new RecordedChatModel(model, task.toString(), of.name(task), ledger()));
    }

    /** A chat model, asked only what may be spent, with its calls written down under a step of their own. */
    public ChatModel recorded(ChatModel model, ChatModelSettings of, String step) {
        return new RecordedChatModel(within(model, of), step, of.modelName(), ledger());
    }

    private ChatModel within(ChatModel model, ChatModelSettings of) {
        return limited() || watched
                ? new BudgetedChatModel(model, () -> price(of.provider(), of.modelName()), budget)
                : model;
    }

    /** An embedding model, asked only what may be spent; its calls are written down. */
    public EmbeddingModel within(EmbeddingModel model, EmbeddingModelSettings of) {
        return of.provider() == Provider.IN_PROCESS
                ? model
                : new PaidEmbeddingModel(model, price(of.provider(), of.modelName()), budget, ledger());
    }

    /**
     * Refuses a limit where a model has no price.
     *
     * @throws TernException if there is a limit, and a chat model without a price
     */
    public void requirePrices(ChatSettings of) {
        for (ChatTask task : ChatTask.values()) {
            of.find(task).ifPresent(model -> price(model.provider(), model.modelName()));
        }
    }

    private boolean limited() {
        return settings.maxCost().isPresent();
    }

    /** What a model costs, as it is configured; empty if it has no price. */
    public Optional<Price> price(String model) {
        return settings.prices().find(PaidEmbeddingModel.priced(model));
    }

    private Price price(Provider provider, String model) {
        if (!limited()) {
            return Price.FREE;
        }
        return price(model).orElseGet(() -> {
            if (provider == Provider.OLLAMA) {
                return Price.FREE;
            }
            throw TernException.operator("maxCost is set, and there is no price for the model \"" + model
                    + "\": set prices, as in prices: \"" + model + "=0.15/0.60\" (a million tokens sent, and"
                    + " received)");
        });
    }

    /**
     * A graph whose models are asked only what may be spent, and for nothing that is kept; its store is still to be set.
     *
     * @param of the settings with the embedding model of the graph
     * @param embedding the model, made of these settings
     * @param chat the chat models; only the one that extracts is asked
     * @param kept the replies that are kept: {@link #replies}, perhaps watched
     */
    public GraphRag.Builder graph(AppSettings of, EmbeddingModel embedding, TaskModels chat, ReplyCache kept) {
        ChatModel chatModel = chat.find(ChatTask.EXTRACT).orElse(null);
        if (of.extraction().method() == ExtractionSettings.Method.MODEL) {
            // A missing price is reported before anything is read.
            of.chat().find(ChatTask.EXTRACT).ifPresent(model -> price(model.provider(), model.modelName()));
        }
        TaskModels within = within(TaskModels.NONE.with(ChatTask.EXTRACT, chatModel), of.chat());
        TripletExtractor extractor = of.extractor(within, kept, ledger());
        extracting.set(extractor instanceof LanguageModelExtractor asking ? asking : null);
        return of.graph(embedding, within, extractor).embeddingModel(within(embedding, of.embedding()));
    }

    /** Of how many passages the last {@link #graph} used a reply that was cut off; what was whole of it was kept. */
    public long cutReplies() {
        LanguageModelExtractor asked = extracting.get();
        return asked == null ? 0 : asked.counts().cut();
    }
}
