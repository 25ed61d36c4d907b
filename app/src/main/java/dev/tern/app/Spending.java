package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.Budget;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.Money;
import dev.tern.model.Price;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.BudgetedChatModel;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.PaidEmbeddingModel;
import dev.tern.models.Provider;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.models.kept.CostLine;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.kept.Run;
import dev.tern.models.kept.RunCounts;
import dev.tern.models.kept.RunStart;
import dev.tern.models.kept.RunState;
import dev.tern.models.kept.VectorCache;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one run spends on models: what is kept of them, what may be spent, and the book in which it stands. */
public final class Spending implements AutoCloseable {
    private static final int ID_LENGTH = 8;
    private static final IngestReport NOTHING = new IngestReport(0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0);

    private final SpendingSettings settings;
    private final Optional<Calls> calls;
    private final Budget budget;
    private final ModelCache cache;
    private final AccountBook book;
    private final Run run;
    private final AtomicReference<@Nullable LanguageModelExtractor> extracting = new AtomicReference<>();

    /** Hears of every call of a model, on any thread, and may refuse it. */
    public interface Calls {
        /**
         * A model is about to be asked.
         *
         * @throws TernException if it must not be
         */
        void asking();

        /** A model was asked, and has to be paid whatever becomes of its answer. */
        void asked(Ledger.Expense expense, Optional<Money> cost);
    }

    /**
     * Begins a run of a command.
     *
     * @param store where its graph is kept
     * @param command what runs, as it is written down
     * @param calls hears of calls; empty for a run of which nothing else needs to know
     */
    public Spending(
            SpendingSettings settings, StoreSettings store, String graph, String command, Optional<Calls> calls) {
        this.settings = settings;
        this.calls = calls;
        this.budget = settings.maxCost()
                .map(Budget::of)
                .orElseGet(Budget::unlimited)
                .watchedBy(() -> calls.ifPresent(Calls::asking));
        this.cache = settings.cache();
        this.book = settings.book();
        String id = UUID.randomUUID().toString().substring(0, ID_LENGTH);
        this.run = book.begin(new RunStart(id, command, store.noted(), graph));
    }

    public ReplyCache replies() {
        return cache.replies();
    }

    public VectorCache vectors() {
        return cache.vectors();
    }

    public Ledger ledger() {
        Ledger written = run.ledger(settings.prices());
        return expense -> {
            written.record(expense);
            calls.ifPresent(heard -> heard.asked(expense, settings.prices().cost(expense)));
        };
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
        return limited() || calls.isPresent()
                ? new BudgetedChatModel(model, () -> price(of.provider(), of.modelName()), budget)
                : model;
    }

    /** An embedding model, asked only what may be spent; its calls are written down. */
    public EmbeddingModel within(EmbeddingModel model, EmbeddingModelSettings of) {
        return of.provider() == Provider.IN_PROCESS
                ? model
                : new PaidEmbeddingModel(model, price(of.provider(), of.modelName()), budget, ledger());
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
     * @param embedding the model, made of these settings with the {@link #vectors} that are kept
     * @param chat the chat models; only the one that extracts is asked
     * @param kept the replies that are kept: {@link #replies}, perhaps watched
     */
    public GraphRag.Builder graph(AppSettings of, EmbeddingModel embedding, TaskModels chat, ReplyCache kept) {
        ChatModel chatModel = chat.find(ChatTask.EXTRACT).orElse(null);
        if (of.extraction().method() == ExtractionSettings.Method.MODEL) {
            // That there is no price is told before anything is read.
            of.chat().find(ChatTask.EXTRACT).ifPresent(model -> price(model.provider(), model.modelName()));
        }
        TaskModels within = within(TaskModels.NONE.with(ChatTask.EXTRACT, chatModel), of.chat());
        TripletExtractor extractor = of.extractor(within, kept, ledger());
        extracting.set(extractor instanceof LanguageModelExtractor asking ? asking : null);
        return of.graph(embedding, within, extractor).embeddingModel(within(embedding, of.embedding()));
    }

    /** What this run has spent so far. */
    public CostLine spent() {
        return book.costs().total(CostFilter.ofRun(runId()));
    }

    /** Says that a run which adds nothing to a graph has come to its end. */
    public void done() {
        run.end(RunState.DONE, "", RunCounts.NONE);
    }

    /** Of how many passages the last {@link #graph} used a reply that was cut off; what was whole of it was kept. */
    public long cutReplies() {
        LanguageModelExtractor asked = extracting.get();
        return asked == null ? 0 : asked.counts().cut();
    }

    public String runId() {
        return run.start().id();
    }

    /**
     * Adds to a graph, and writes down how far that is and how it ended. An interruption stays set for the caller to see.
     *
     * @param listener hears how it goes on
     */
    public IngestReport record(IngestListener listener, Function<IngestListener, IngestReport> ingestion) {
        AtomicReference<IngestReport> last = new AtomicReference<>(NOTHING);
        try {
            IngestReport report = ingestion.apply(soFar -> {
                last.set(soFar);
                run.progress(counts(soFar));
                listener.progress(soFar);
            });
            run.end(
                    report.spent() ? RunState.INTERRUPTED : RunState.DONE,
                    report.spent() ? "maxCost was reached" : "",
                    counts(report));
            return report;
        } catch (RuntimeException e) {
            boolean interrupted = FailureCause.isInterruption(e);
            // The mark would keep what is to be written now from being written.
            boolean marked = Thread.interrupted();
            String said = e instanceof TernException ? String.valueOf(e.getMessage()) : e.toString();
            run.end(interrupted ? RunState.INTERRUPTED : RunState.FAILED, said, counts(last.get()));
            if (interrupted || marked) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    private static RunCounts counts(IngestReport report) {
        long whole = report.passages() - report.waiting() - report.failed();
        return new RunCounts(
                report.documents(),
                report.passages(),
                report.extracted(),
                Math.max(0, whole),
                report.failed(),
                Math.max(0, report.waiting()));
    }

    @Override
    public void close() {
        try (cache) {
            book.close();
        }
    }
}
