package dev.tern;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.Ingestion;
import dev.tern.ingest.PendingEdits;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.ChatTask;
import dev.tern.model.TaskModels;
import dev.tern.query.Answer;
import dev.tern.query.Queries;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Graph RAG over one graph: adds documents and answers questions.
 *
 * <pre>{@code
 * try (GraphRag rag = GraphRag.builder().store(store).embeddingModel(embeddings).build()) {
 *     rag.add(SourceDocument.of("euler.txt", text));
 *     System.out.println(rag.ask("Who taught Euler?").text());
 * }
 * }</pre>
 *
 * <p>Thread-safe. Closes only a store that was set by {@link Builder#ownedStore}, and never a
 * model.
 *
 * <p>Wrong inputs, and failures of models and the store, are {@link dev.tern.error.TernException}s,
 * which name the party at fault.
 */
public final class GraphRag implements AutoCloseable {
    private final GraphStore store;
    private final boolean owned;
    private final Parameters parameters;
    private final Mode defaultMode;
    private final Scope scope;
    private final Ingestion ingestion;
    private final Queries queries;

    private GraphRag(GraphStore store, EmbeddingModel embeddingModel, Builder builder) {
        store.latest().description().ifPresent(description -> description.requireModel(embeddingModel.modelName()));
        this.store = store;
        this.owned = builder.owned;
        this.parameters = builder.parameters;
        this.scope = new Scope(store, builder.scope);
        this.defaultMode = builder.chatModels.has(ChatTask.RERANK) ? Mode.GRAPH : Mode.LOCAL;
        this.ingestion = new Ingestion(
                store,
                embeddingModel,
                parameters,
                builder.splitter == null ? SentenceSplitter.of(parameters) : builder.splitter,
                builder.extractor,
                TripletExtractor.names(),
                builder.scope);
        this.queries = new Queries(store, embeddingModel, builder.chatModels, builder.scope, parameters);
    }

    /** Returns a builder without a store or models. */
    public static Builder builder() {
        return new Builder();
    }

    /** Adds documents; replaces a document of the same id, and skips an unchanged one. */
    public IngestReport add(SourceDocument document, SourceDocument... more) {
        return add(Stream.concat(Stream.of(document), Stream.of(more)).toList());
    }

    /** Adds documents, as {@link #add(Iterable, IngestListener)} does, without a listener. */
    public IngestReport add(Iterable<SourceDocument> documents) {
        return add(documents, IngestListener.NONE);
    }

    /**
     * Adds documents in batches. A document of more than {@value Ingestion#PASSAGES_STORED_AT_ONCE}
     * passages is stored in several batches. If the thread is interrupted, stored batches are kept,
     * and adding the same documents again continues after them.
     *
     * @param documents iterated once and not kept in memory, so that their number is unlimited; of
     *     two with the same id the later is kept
     * @param listener receives the progress
     * @throws dev.tern.error.TernException if a document cannot be indexed or is outside the scope,
     *     a model or the store fails, or the thread is interrupted
     */
    public IngestReport add(Iterable<SourceDocument> documents, IngestListener listener) {
        PendingEdits.complete(store, ingestion);
        return ingestion.ingest(scope.requireWithin(documents), listener);
    }

    /**
     * Returns an estimate of the model calls of adding documents, without any call.
     *
     * @param documents iterated once
     */
    public IngestEstimate estimate(Iterable<SourceDocument> documents) {
        return ingestion.estimate(scope.requireWithin(documents));
    }

    /**
     * Extracts statements again from passages whose extraction failed, and from passages that still
     * wait for extraction.
     *
     * @throws dev.tern.error.TernException if this has a scope, or as {@link #add(Iterable,
     *     IngestListener)}
     */
    public IngestReport retryFailed(IngestListener listener) {
        scope.requireWhole("retrying failed passages");
        PendingEdits.complete(store, ingestion);
        return ingestion.retry(listener);
    }

    /** Removes documents, as {@link #remove(Collection)} does. */
    public int remove(String documentId, String... more) {
        return remove(Stream.concat(Stream.of(documentId), Stream.of(more)).toList());
    }

    /**
     * Removes documents with their passages, and the relations and entities that no other document
     * has. A concurrent {@code add} drops a removed document that it is writing, and adds one that
     * it reaches after the removal.
     *
     * @return the number of documents found; a document outside the scope is not found
     */
    public int remove(Collection<String> documentIds) {
        return ingestion.remove(() -> scope.documentsWithin(documentIds));
    }

    /** Retrieves passages in graph mode, or in local mode if no model for reranking is set. */
    public Retrieval retrieve(String question) {
        return retrieve(question(question));
    }

    /**
     * Retrieves the passages for a question.
     *
     * @throws dev.tern.error.TernException if the mode needs a chat model or themes and there are
     *     none, another embedding model made the graph, the embedding model or the store fails, the
     *     thread is interrupted, or the time limit passes; if a chat model fails, the query
     *     continues without one
     */
    public Retrieval retrieve(Question question) {
        return queries.retrieve(question);
    }

    /** Answers a question in graph mode, or in local mode if no model for reranking is set. */
    public Answer ask(String question) {
        return ask(question(question));
    }

    /**
     * Retrieves passages and answers a question from them. The question's listener receives the
     * parts of the answer as they are written.
     *
     * @throws dev.tern.error.TernException as {@link #retrieve(Question)}
     */
    public Answer ask(Question question) {
        return queries.ask(question);
    }

    /**
     * Answers a question on a virtual thread, as {@link #ask(Question)}. Cancelling the future,
     * or a timeout such as {@link CompletableFuture#orTimeout}, interrupts the question.
     */
    public CompletableFuture<Answer> askAsync(Question question) {
        return queries.askAsync(question);
    }

    /** Retrieves passages on a virtual thread; can be cancelled as {@link #askAsync} can. */
    public CompletableFuture<Retrieval> retrieveAsync(Question question) {
        return queries.retrieveAsync(question);
    }

    /** Returns a question in the default mode with the default parameters of this graph. */
    public Question question(String text) {
        return Question.of(text, defaultMode).withParameters(parameters);
    }

    /**
     * Returns the store, for modules like {@code tern-profile} that work on a whole graph.
     *
     * @param action names the work in the error, as in "profiling"
     * @throws dev.tern.error.TernException if this has a scope
     */
    public GraphStore store(String action) {
        scope.requireWhole(action);
        return store;
    }

    /**
     * Returns the ingestion, for modules like {@code tern-curation} that rewrite passages.
     *
     * @param action names the work in the error, as in "editing"
     * @throws dev.tern.error.TernException if this has a scope
     */
    public Ingestion ingestion(String action) {
        scope.requireWhole(action);
        return ingestion;
    }

    Mode defaultMode() {
        return defaultMode;
    }

    Queries queries() {
        return queries;
    }

    /**
     * Returns a function's result for a view of the passages in the scope that a filter selects,
     * without hidden sources. The view is closed when the function returns.
     */
    public <T> T read(MetadataFilter filter, Function<GraphView, T> reading) {
        return scope.read(filter, reading);
    }

    /** Returns counts of the scope, including hidden sources. */
    public GraphStatistics statistics() {
        return scope.read(GraphView::statistics);
    }

    /** Closes the store if {@link Builder#ownedStore} set it. */
    @Override
    public void close() {
        if (owned) {
            store.close();
        }
    }

    /** A builder; a store and an embedding model are required. Not thread-safe. */
    public static final class Builder {
        private @Nullable GraphStore store;
        private boolean owned;
        private @Nullable EmbeddingModel embeddingModel;
        private TaskModels chatModels = TaskModels.NONE;
        private Parameters parameters = Parameters.DEFAULT;
        private @Nullable Splitter splitter;
        private TripletExtractor extractor = TripletExtractor.offline();
        private MetadataFilter scope = MetadataFilter.everything();

        private Builder() {}

        /** Sets the store; the caller closes it, after the {@link GraphRag}. */
        public Builder store(GraphStore value) {
            store = value;
            owned = false;
            return this;
        }

        /** Sets a store that {@link GraphRag#close} closes, or {@link #build} if it fails. */
        public Builder ownedStore(GraphStore value) {
            store = value;
            owned = true;
            return this;
        }

        /** Sets the embedding model; an existing graph requires the model that made it. */
        public Builder embeddingModel(EmbeddingModel value) {
            embeddingModel = value;
            return this;
        }

        /** Sets the default chat model, for tasks without one of their own; null for none. */
        public Builder chatModel(@Nullable ChatModel value) {
            chatModels = chatModels.withDefault(value);
            return this;
        }

        /**
         * Sets the chat model of one task of answering; null for no model. The temperature of the
         * model, if set, replaces the parameter {@code temperature}. The {@linkplain #extractor
         * extractor} of statements has its own model.
         */
        public Builder chatModel(ChatTask task, @Nullable ChatModel value) {
            chatModels = chatModels.with(task, value);
            return this;
        }

        /** Replaces all chat models set before, including the default. */
        public Builder chatModels(TaskModels value) {
            chatModels = value;
            return this;
        }

        /** Sets the parameters of indexing, and the default parameters of questions. */
        public Builder parameters(Parameters value) {
            parameters = value;
            return this;
        }

        /**
         * Sets the splitter of documents that come without statements; by default a {@link
         * SentenceSplitter} with the parameters {@code passageTokens} and {@code overlapTokens}, in
         * estimated tokens.
         */
        public Builder splitter(Splitter value) {
            splitter = value;
            return this;
        }

        /** Sets the extractor of statements; {@link TripletExtractor#offline} unless set. */
        public Builder extractor(TripletExtractor value) {
            extractor = value;
            return this;
        }

        /**
         * Limits this {@link GraphRag} to the passages selected by a filter, such as the passages
         * of one tenant. Other passages are not found, counted, replaced or removed; the filter of
         * a question can only narrow the scope. Adding fails for a document that is outside the
         * scope, or whose id belongs to a document outside the scope.
         */
        public Builder scope(MetadataFilter value) {
            scope = value;
            return this;
        }

        /**
         * Builds the {@link GraphRag} and checks that its embedding model made the graph. Closes an
         * owned store if this fails.
         *
         * @throws IllegalStateException if no store or no embedding model was set
         * @throws dev.tern.error.TernException if another embedding model made the graph, or the
         *     store fails
         */
        public GraphRag build() {
            if (store == null) {
                throw new IllegalStateException("store is not set");
            }
            try {
                if (embeddingModel == null) {
                    throw new IllegalStateException("embeddingModel is not set");
                }
                return new GraphRag(store, embeddingModel, this);
            } catch (RuntimeException | Error e) {
                // Callers often open the store for this call, so that nothing else could close it.
                if (owned) {
                    store.close();
                }
                throw e;
            }
        }
    }
}
