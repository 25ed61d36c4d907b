package dev.tern.cli.assembly;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ModelChoice;
import dev.tern.cli.config.Setting;
import dev.tern.cli.process.Interruption;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.extract.Estimate;
import dev.tern.model.Budget;
import dev.tern.model.Ledger;
import dev.tern.model.Money;
import dev.tern.model.Price;
import dev.tern.model.PriceTable;
import dev.tern.model.ReplyCache;
import dev.tern.models.BudgetedChatModel;
import dev.tern.models.PaidEmbeddingModel;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.models.kept.CostLine;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.kept.Run;
import dev.tern.models.kept.RunCounts;
import dev.tern.models.kept.RunStart;
import dev.tern.models.kept.RunState;
import dev.tern.models.kept.VectorCache;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** What a run of a command spends on models: what is kept of them, what may be spent, and the book in which it stands. */
public final class Spending implements AutoCloseable {
    private static final int ID_LENGTH = 8;
    private static final IngestReport NOTHING = new IngestReport(0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0);

    private final Configuration configuration;
    private final PriceTable prices;
    private final Budget budget;
    private final ModelCache cache;
    private final AccountBook book;
    private final Run run;
    private final Optional<Calls> calls;

    /** Somebody else who hears of every call of a model, and may refuse it. */
    public interface Calls {
        /**
         * A model is about to be asked.
         *
         * @throws TernException if it must not be
         */
        void asking();

        /** A model was asked. */
        void asked(Ledger.Expense expense, Optional<Money> cost);
    }

    private Spending(Configuration configuration, String graph, String command, Optional<Calls> calls) {
        this.configuration = configuration;
        this.calls = calls;
        this.prices = configuration.prices();
        this.budget = configuration
                .maxCost()
                .map(Budget::of)
                .orElseGet(Budget::unlimited)
                .watchedBy(() -> calls.ifPresent(Calls::asking));
        this.cache = cache(configuration);
        this.book = book(configuration);
        String id = UUID.randomUUID().toString().substring(0, ID_LENGTH);
        this.run = book.begin(new RunStart(id, command, configuration.storeNoted(), graph));
    }

    public static Spending begin(Configuration configuration, String command) {
        return new Spending(configuration, configuration.graph(), command, Optional.empty());
    }

    /** Begins a run in another graph than the configured one. */
    public static Spending begin(Configuration configuration, String graph, String command, Calls calls) {
        return new Spending(configuration, graph, command, Optional.of(calls));
    }

    /** The replies that are kept on this machine. */
    public static ModelCache cache(Configuration configuration) {
        return ModelCache.in(directory(configuration), (long) configuration.whole(Setting.CACHE_MAX_MEGABYTES) << 20);
    }

    /** What was spent on this machine. */
    public static AccountBook book(Configuration configuration) {
        return AccountBook.in(directory(configuration));
    }

    private static Path directory(Configuration configuration) {
        return Path.of(configuration.text(Setting.CACHE_DIRECTORY).orElseThrow());
    }

    public ReplyCache replies() {
        return cache.replies();
    }

    public VectorCache vectors() {
        return cache.vectors();
    }

    public Ledger ledger() {
        Ledger book = run.ledger(prices);
        return expense -> {
            book.record(expense);
            calls.ifPresent(heard -> heard.asked(expense, prices.cost(expense)));
        };
    }

    /** The chat model, asked only what may be spent. */
    public ChatModel within(ChatModel model) {
        return limited() || calls.isPresent()
                ? new BudgetedChatModel(model, limited() ? price(configuration.chat()) : Price.FREE, budget)
                : model;
    }

    /** The embedding model of a configuration, asked only what may be spent; its calls are written down. */
    public EmbeddingModel within(EmbeddingModel model, ModelChoice choice) {
        if (choice.provider().equals("in-process")) {
            return model;
        }
        return new PaidEmbeddingModel(model, limited() ? price(choice) : Price.FREE, budget, ledger());
    }

    private boolean limited() {
        return configuration.maxCost().isPresent();
    }

    private Price price(ModelChoice choice) {
        return prices.find(choice.model()).orElseGet(() -> {
            if (choice.provider().equals("ollama")) {
                return Price.FREE;
            }
            throw TernException.operator("maxCost is set, and there is no price for the model \"" + choice.model()
                    + "\": set prices, as in prices: \"" + choice.model() + "=0.15/0.60\" (a million tokens sent, and"
                    + " received)");
        });
    }

    /** What this run has spent so far. */
    public CostLine spent() {
        return book.costs().total(CostFilter.ofRun(run.start().id()));
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
            boolean interrupted = Interruption.caused(e);
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

    /** What calls cost; nothing where there are none, or where the model runs on a machine of one's own. */
    public static Optional<Money> cost(Configuration configuration, ModelChoice choice, Estimate estimate) {
        if (estimate.calls() == 0 || !choice.provider().equals("openai")) {
            return Optional.of(configuration
                    .prices()
                    .find(choice.model())
                    .orElse(Price.FREE)
                    .cost(estimate.inputTokens(), estimate.outputTokens()));
        }
        return configuration
                .prices()
                .find(choice.model())
                .map(price -> price.cost(estimate.inputTokens(), estimate.outputTokens()));
    }

    /** What both models would cost together; empty if a price is not known. */
    public static Optional<Money> cost(Configuration configuration, IngestEstimate estimate) {
        Optional<Money> extraction = cost(configuration, configuration.chat(), estimate.extraction());
        Optional<Money> embedding = cost(configuration, configuration.embedding(), estimate.embedding());
        return extraction.flatMap(one -> embedding.map(one::plus));
    }
}
