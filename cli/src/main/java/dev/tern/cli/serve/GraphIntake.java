package dev.tern.cli.serve;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.cli.assembly.Backend;
import dev.tern.cli.assembly.Indexers;
import dev.tern.cli.assembly.LazyEmbeddingModel;
import dev.tern.cli.assembly.Spending;
import dev.tern.cli.config.Configuration;
import dev.tern.documents.DocumentLoader;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.extract.Estimate;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.Ledger;
import dev.tern.model.Money;
import dev.tern.model.ReplyCache;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.Source;
import dev.tern.store.GraphStore;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Brings documents into a served graph as {@code tern add} does: kept, limited, and written down. */
final class GraphIntake implements Intake {
    private final Backend backend;
    private final ModelUse use;
    private final Configuration configuration;
    private final String name;
    private final GraphStore store;
    private final LazyEmbeddingModel shared;
    private final Optional<ChatModel> chat;
    private final DocumentLoader loader;

    GraphIntake(
            Backend backend,
            ModelUse use,
            Configuration configuration,
            String name,
            GraphStore store,
            LazyEmbeddingModel shared,
            Optional<ChatModel> chat,
            DocumentLoader loader) {
        this.backend = backend;
        this.use = use;
        this.configuration = configuration;
        this.name = name;
        this.store = store;
        this.shared = shared;
        this.chat = chat;
        this.loader = loader;
    }

    @Override
    public IngestReport add(List<Source> sources, Listener listener) {
        try (SentDocuments documents = new SentDocuments(sources, loader, listener)) {
            return run("tern serve: add", listener, (rag, heard) -> rag.add(documents, heard));
        }
    }

    @Override
    public IngestReport retryFailed(Listener listener) {
        return run("tern serve: retry-failed", listener, GraphRag::retryFailed);
    }

    private IngestReport run(
            String what, Listener listener, BiFunction<GraphRag, IngestListener, IngestReport> ingestion) {
        try (Spending spending = Spending.begin(configuration, name, what, told(listener))) {
            if (configuration.embedding().provider().equals("in-process")) {
                return run(spending, shared.model(), listener, ingestion);
            }
            EmbeddingModel keeping = backend.embeddingModel(configuration, spending.vectors());
            try {
                return run(spending, keeping, listener, ingestion);
            } finally {
                if (keeping instanceof CloseableEmbeddingModel own) {
                    own.close();
                }
            }
        }
    }

    private Spending.Calls told(Listener listener) {
        return new Spending.Calls() {
            @Override
            public void asking() {
                listener.asking();
            }

            @Override
            public void asked(Ledger.Expense expense, Optional<Money> cost) {
                use.spent(cost.orElse(Money.ZERO));
                listener.asked(new Spent(
                        1,
                        expense.inputTokens(),
                        expense.outputTokens(),
                        cost.orElse(Money.ZERO).toString()));
            }
        };
    }

    private IngestReport run(
            Spending spending,
            EmbeddingModel embedding,
            Listener listener,
            BiFunction<GraphRag, IngestListener, IngestReport> ingestion) {
        Optional<ChatModel> limited = chat.map(spending::within);
        TripletExtractor extractor =
                Indexers.extractor(configuration, limited, counted(spending.replies()), spending.ledger());
        GraphRag rag = GraphRag.builder()
                .sharedStore(store)
                .embeddingModel(spending.within(embedding, configuration.embedding()))
                .chatModel(limited.orElse(null))
                .parameters(configuration.libraryParameters())
                .splitter(Indexers.splitter(configuration, embedding))
                .extractor(extractor)
                .build();
        return spending.record(listener, heard -> ingestion.apply(rag, heard));
    }

    /** Counts what is kept and not asked for again. */
    private ReplyCache counted(ReplyCache replies) {
        return new ReplyCache() {
            @Override
            public Optional<Reply> find(String key) {
                Optional<Reply> kept = replies.find(key);
                kept.ifPresent(reply -> use.hit());
                return kept;
            }

            @Override
            public void keep(String key, Reply reply) {
                replies.keep(key, reply);
            }
        };
    }

    @Override
    public Forecast estimate(List<Source> sources, Listener listener) {
        // Not by the replies that are kept: other graphs have brought them, and what they hold is nobody else's
        // business.
        try (SentDocuments documents = new SentDocuments(sources, loader, listener)) {
            GraphRag rag = GraphRag.builder()
                    .store(store)
                    .embeddingModel(shared)
                    .parameters(configuration.libraryParameters())
                    .splitter(Indexers.splitter(configuration, shared.model()))
                    .extractor(Indexers.extractor(configuration, chat, ReplyCache.NONE, Ledger.NONE))
                    .build();
            IngestEstimate estimate = rag.estimate(documents);
            return new Forecast(
                    estimate.documents(),
                    estimate.passages(),
                    estimate.knownPassages(),
                    calls(configuration.chat().model(), estimate.extraction()),
                    calls(configuration.embedding().model(), estimate.embedding()),
                    Spending.cost(configuration, estimate).map(Object::toString));
        }
    }

    private static Calls calls(String model, Estimate estimate) {
        return new Calls(model, estimate.calls(), estimate.inputTokens(), estimate.outputTokens());
    }
}
