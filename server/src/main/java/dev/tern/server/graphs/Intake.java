package dev.tern.server.graphs;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Spending;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.extract.ExtractionEstimate;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.KnownProvider;
import dev.tern.models.money.Money;
import dev.tern.store.GraphStore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds documents to one graph as {@code tern add} does: splits and extracts them according to the
 * settings, within the spending limits, and records the run. Not thread-safe: one call at a time
 * per graph. An interrupt ends a call; stored passages stay, and a repeated call resumes.
 *
 * <p>Failures are {@link dev.tern.error.TernException}s.
 */
public final class Intake {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    private final String name;
    private final GraphStore store;
    private final Supplier<AppSettings> settings;
    private final GraphModels models;
    private final SourceLoader loader;

    /**
     * Creates the intake of a graph.
     *
     * @param settings supplies the settings with the graph's embedding model; throws if no provider
     *     of that model is configured
     */
    Intake(String name, GraphStore store, Supplier<AppSettings> settings, GraphModels models, SourceLoader loader) {
        this.name = name;
        this.store = store;
        this.settings = settings;
        this.models = models;
        this.loader = loader;
    }

    /** Receives the progress of an intake. */
    public interface IntakeListener extends IngestListener, LoadListener {
        /**
         * Called before a model call, on any thread.
         *
         * @throws dev.tern.error.TernException of the fault {@code BUDGET} to suspend the work
         */
        default void callStarting() {}

        /**
         * Called after a model call, which is paid even if its reply is useless; on any thread.
         *
         * @param task a task of chat models, or {@code embed}
         */
        default void callEnded(String task, CallTotals call) {}
    }

    /**
     * The totals of model calls.
     *
     * @param inputTokens the tokens sent
     * @param outputTokens the tokens received
     * @param cost the cost of calls with a known price, as a decimal number
     */
    public record CallTotals(long calls, long inputTokens, long outputTokens, String cost) {
        public static final CallTotals NOTHING = new CallTotals(0, 0, 0, "0");

        public CallTotals plus(CallTotals more) {
            return new CallTotals(
                    calls + more.calls,
                    inputTokens + more.inputTokens,
                    outputTokens + more.outputTokens,
                    new BigDecimal(cost).add(new BigDecimal(more.cost)).toPlainString());
        }
    }

    /**
     * The estimated model calls for adding documents.
     *
     * @param documents the number of documents read
     * @param passages the number of their passages
     * @param knownPassages the number of these passages that the graph has with all their
     *     statements
     * @param extraction the calls of the chat model
     * @param embedding the calls of the embedding model
     * @param cost the cost of all calls; empty if a price is unknown
     */
    public record IntakeEstimate(
            long documents,
            long passages,
            long knownPassages,
            ModelCalls extraction,
            ModelCalls embedding,
            Optional<String> cost) {}

    /**
     * The estimated calls of a model.
     *
     * @param inputTokens the tokens sent
     * @param outputTokens the tokens received
     */
    public record ModelCalls(String model, long calls, long inputTokens, long outputTokens) {
        static ModelCalls of(String model, ExtractionEstimate estimate) {
            return new ModelCalls(model, estimate.calls(), estimate.inputTokens(), estimate.outputTokens());
        }
    }

    /** Adds the documents of some sources; a document with the same id in the graph is replaced. */
    public IngestReport add(List<IntakeSource> sources, IntakeListener listener) {
        try (SentDocuments documents = new SentDocuments(sources, loader, listener)) {
            return run("tern serve: add", listener, (rag, heard) -> rag.add(documents, heard));
        }
    }

    /**
     * Adds documents that are loaded already.
     *
     * @param runName the name of the recorded run
     */
    public IngestReport add(String runName, Iterable<SourceDocument> documents, IntakeListener listener) {
        return run(runName, listener, (rag, heard) -> rag.add(documents, heard));
    }

    public AppSettings settings() {
        return settings.get();
    }

    /** Returns the loader of files and sites. */
    public SourceLoader loader() {
        return loader;
    }

    /**
     * Runs an action that changes the graph.
     *
     * @param runName the name of the recorded run
     * @throws TernException of the fault {@code BUDGET} if the spending limit is reached
     */
    public <T> T change(String runName, IntakeListener listener, Function<GraphRag, T> action) {
        List<T> result = new ArrayList<>();
        run(runName, listener, (rag, heard) -> {
            result.add(action.apply(rag));
            return IngestReport.EMPTY;
        });
        return result.getFirst();
    }

    /** Retries the extraction of failed passages, and runs it for waiting ones. */
    public IngestReport retryFailed(IntakeListener listener) {
        return run("tern serve: retry-failed", listener, GraphRag::retryFailed);
    }

    private IngestReport run(
            String runName, IntakeListener listener, BiFunction<GraphRag, IngestListener, IngestReport> ingestion) {
        AppSettings own = settings.get();
        try (Spending spending = new Spending(
                own.spending(),
                own.store(),
                name,
                runName,
                own.spending().budget(),
                Optional.of(new CountedCalls(listener)))) {
            // A failure before the first document ends the run too.
            IngestReport report = spending.record(listener, heard -> run(own, spending, heard, ingestion));
            if (spending.extraction().cut() > 0) {
                LOG.warn(
                        "graph {}: the model's replies for {} passages were cut off, and only their complete"
                                + " statements were kept: raise chat.extract.maxReplyTokens",
                        name,
                        spending.extraction().cut());
            }
            return report;
        }
    }

    private IngestReport run(
            AppSettings own,
            Spending spending,
            IngestListener heard,
            BiFunction<GraphRag, IngestListener, IngestReport> ingestion) {
        if (own.embedding().provider() == KnownProvider.IN_PROCESS) {
            return ingestion.apply(graph(own, spending, models.embedding(own.embedding())), heard);
        }
        EmbeddingModel keeping = models.embedding(own.embedding(), spending.vectors());
        try {
            return ingestion.apply(graph(own, spending, keeping), heard);
        } finally {
            if (keeping instanceof CloseableEmbeddingModel closeable) {
                closeable.close();
            }
        }
    }

    private GraphRag graph(AppSettings own, Spending spending, EmbeddingModel embedding) {
        return spending.graph(own, embedding, models.chat(), models.countingCache(spending.replies()))
                .store(store)
                .build();
    }

    /** Counts the cost of calls, and passes the calls to a listener. */
    private final class CountedCalls implements Spending.CallGuard {
        private final IntakeListener listener;

        private CountedCalls(IntakeListener listener) {
            this.listener = listener;
        }

        @Override
        public void callStarting() {
            listener.callStarting();
        }

        @Override
        public void callEnded(Ledger.Expense expense, Optional<Money> price) {
            Money cost = price.orElse(Money.ZERO);
            models.addCost(expense.step(), cost);
            listener.callEnded(
                    expense.step(), new CallTotals(1, expense.inputTokens(), expense.outputTokens(), cost.toString()));
        }
    }

    /** Estimates the model calls for adding; calls no model and stores nothing. */
    public IntakeEstimate estimate(List<IntakeSource> sources, IntakeListener listener) {
        AppSettings own = settings.get();
        EmbeddingModel embedding = models.embedding(own.embedding());
        // Omits the reply cache, because an estimate would reveal replies from other graphs.
        try (SentDocuments documents = new SentDocuments(sources, loader, listener)) {
            IngestEstimate estimate = own.graph(
                            embedding, models.chat(), own.extractor(models.chat(), ReplyCache.NONE, Ledger.NONE))
                    .store(store)
                    .build()
                    .estimate(documents);
            return new IntakeEstimate(
                    estimate.documents(),
                    estimate.passages(),
                    estimate.knownPassages(),
                    ModelCalls.of(own.chat().name(ChatTask.EXTRACT), estimate.extraction()),
                    ModelCalls.of(own.embedding().modelName(), estimate.embedding()),
                    own.cost(estimate).map(Money::toString));
        }
    }
}
