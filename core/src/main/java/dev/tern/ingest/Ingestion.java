package dev.tern.ingest;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.index.Indexing;
import dev.tern.ingest.split.PassageText;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.model.TokenEstimator;
import dev.tern.note.Notes;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.shared.StoreWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Ingests documents into a graph: {@code load -> split -> extract -> index}.
 *
 * <p>Documents are loaded in batches of about {@value DocumentBatch#PASSAGES} passages or {@value
 * DocumentBatch#STATEMENTS} statements; each batch is written in one step while the next is loaded
 * and prepared. So an interruption loses the work of a few batches, and memory does not grow with
 * the number of documents. Statements that come with a document, or that need no model, are stored
 * in the same step. If a model extracts the statements, the passages are stored first, so that they
 * can be found by their words. Their statements are then extracted concurrently, and stored in
 * batches as the replies come. The state of extraction is stored with each passage, so adding the
 * same documents again continues where the last ingestion ended.
 *
 * <p>Thread-safe if store, models and extractors are: batches are stored one at a time, and if
 * several threads add the same document, the last version is kept as a whole. The report counts
 * neither documents removed meanwhile nor large documents that another thread has started to add
 * again.
 */
public final class Ingestion {
    /** The maximum number of passages of a document that is stored in one step, not in parts. */
    public static final int PASSAGES_STORED_AT_ONCE = DocumentBatch.PASSAGES;

    private final GraphStore store;
    private final EmbeddingModel embeddingModel;
    private final Parameters parameters;
    private final Splitter splitter;
    private final TripletExtractor extractor;
    private final TripletExtractor withoutModel;
    private final MetadataFilter scope;
    private final StoreWriter writer;

    /** Creates an ingestion of documents as single passages; only rows of tables are extracted. */
    public Ingestion(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        this(
                store,
                embeddingModel,
                parameters,
                Splitter.keepWhole(parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)),
                TripletExtractor.none(),
                TripletExtractor.none());
    }

    /** Creates an ingestion into a whole store. */
    public Ingestion(
            GraphStore store,
            EmbeddingModel embeddingModel,
            Parameters parameters,
            Splitter splitter,
            TripletExtractor extractor,
            TripletExtractor withoutModel) {
        this(store, embeddingModel, parameters, splitter, extractor, withoutModel, MetadataFilter.everything());
    }

    /**
     * Creates an ingestion into a store.
     *
     * @param splitter splits documents that come without statements
     * @param extractor extracts the statements of these documents
     * @param withoutModel extracts names from a passage for which the model failed
     * @param scope adding a document whose id belongs to a document outside the scope fails
     */
    public Ingestion(
            GraphStore store,
            EmbeddingModel embeddingModel,
            Parameters parameters,
            Splitter splitter,
            TripletExtractor extractor,
            TripletExtractor withoutModel,
            MetadataFilter scope) {
        this.store = store;
        this.embeddingModel = embeddingModel;
        this.parameters = parameters;
        this.splitter = splitter;
        this.extractor = extractor;
        this.withoutModel = withoutModel;
        this.scope = scope;
        this.writer = StoreWriter.of(store);
    }

    /**
     * Adds documents to the graph. When the budget for models is spent, no further call begins. The
     * results of running calls are stored, the other passages wait, and the report is {@linkplain
     * IngestReport#stoppedByBudget stopped by the budget}.
     *
     * @param documents iterated once; of two documents with the same id the later is kept
     * @param listener receives the progress
     * @throws TernException if a document cannot be indexed, a model or the store fails, or the
     *     thread is interrupted; batches stored before stay
     */
    public IngestReport ingest(Iterable<SourceDocument> documents, IngestListener listener) {
        try (IngestionRun run = run(listener)) {
            BatchGrouper batches = load(documents);
            while (!run.isBudgetSpent() && batches.hasNext()) {
                run.index(batches.next());
            }
            return run.end();
        }
    }

    /**
     * Extracts statements again from passages whose extraction failed, and from passages that still
     * wait for extraction.
     *
     * @param listener receives the progress
     * @throws TernException as {@link #ingest} does
     */
    public IngestReport retry(IngestListener listener) {
        try (IngestionRun run = run(listener)) {
            List<String> ids = unextracted();
            run.waiting(ids.size());
            for (int start = 0; start < ids.size() && !run.isBudgetSpent(); start += DocumentBatch.PASSAGES) {
                List<String> some = ids.subList(start, Math.min(start + DocumentBatch.PASSAGES, ids.size()));
                run.extract(store.latest().passages(GraphView.PassagesBy.ID, some).stream()
                        .map(Embedded::value)
                        .toList());
            }
            return run.end();
        }
    }

    /** Returns the ids of unextracted passages; closes its view, as an open one keeps old files. */
    private List<String> unextracted() {
        List<String> ids = new ArrayList<>();
        try (GraphView graph = store.view()) {
            graph.scan(GraphVisitor.ofPassages(
                    EnumSet.of(Extraction.State.WAITING, Extraction.State.FAILED), passage -> ids.add(passage.id())));
        }
        return ids;
    }

    /**
     * Removes documents with their passages, and the relations and entities that no other document
     * has. It runs between two batches of running ingestions and waits for no model. They drop the
     * removed documents that they have begun to add, but add ones that they read later.
     *
     * @param documentIds returns the ids; called when it is the removal's turn
     * @return the number of documents that were found
     * @throws TernException if the store fails, or the thread is interrupted before its turn
     */
    public int remove(Supplier<Collection<String>> documentIds) {
        return writer.remove(documentIds);
    }

    /**
     * Changes the notes of the graph between two batches; later batches apply the changed naming
     * rules.
     *
     * @throws TernException if the store fails, or the thread is interrupted before its turn
     */
    public void changeNotes(UnaryOperator<Notes> change) {
        writer.changeNotes(change);
    }

    /**
     * Rewrites passages and their rows by the naming rules of the graph; unknown ids are ignored.
     *
     * @throws TernException as {@link #ingest} does, and if the budget for models is spent
     */
    public void rewrite(Collection<String> passageIds) {
        try (IngestionRun run = run(IngestListener.NONE)) {
            run.rewrite(passageIds);
            if (run.end().stoppedByBudget()) {
                throw TernException.budget("the budget for models was spent before all passages of an edit were "
                        + "rewritten: the next addition or edit continues");
            }
        }
    }

    /**
     * Returns an estimate of the model calls of adding documents, without any call.
     *
     * @param documents iterated once
     * @throws TernException if a document could not be indexed, or the store fails
     */
    public IngestEstimate estimate(Iterable<SourceDocument> documents) {
        try (GraphView graph = store.view()) {
            CallEstimator estimating = new CallEstimator(graph, extractor, parameters.get(Parameter.EMBED_BATCH));
            load(documents).forEachRemaining(batch -> {
                if (!scope.isEverything()) {
                    Indexing.requireWithin(scope, graph.passages(PassagesBy.DOCUMENT, ids(batch)));
                }
                estimating.count(batch);
            });
            return estimating.sum();
        }
    }

    private static List<String> ids(DocumentBatch batch) {
        return batch.documents().keySet().stream().map(SourceDocument::id).toList();
    }

    private IngestionRun run(IngestListener listener) {
        Meter meter = new Meter();
        TextEmbedder embedder = new TextEmbedder(
                embeddingModel, EmbeddingInputType.DOCUMENT, parameters.get(Parameter.EMBED_BATCH), meter);
        return new IngestionRun(
                writer,
                new Indexing(store, embedder, scope),
                new ConcurrentExtraction(extractor, withoutModel, parameters.get(Parameter.PARALLEL_EXTRACTIONS)),
                // The limit exceeds the concurrent calls, so that the model has work while a batch
                // is written.
                2 * DocumentBatch.PASSAGES + 2 * parameters.get(Parameter.PARALLEL_EXTRACTIONS),
                new IngestionProgress(listener, meter));
    }

    /** Returns the documents in batches, split, with the statements that need no model. */
    private BatchGrouper load(Iterable<SourceDocument> documents) {
        return new BatchGrouper(new SplitDocuments(documents.iterator(), this::split, extractor));
    }

    private List<Passage> split(SourceDocument document) {
        if (document.statements().isEmpty()) {
            return passages(document, splitter, Extraction.waiting(extractor.name()));
        }
        document.statements().forEach(statement -> requireReadable(document, statement));
        return passages(document, Splitter.keepWhole(parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)), Extraction.GIVEN);
    }

    private List<Passage> passages(SourceDocument document, Splitter splitter, Extraction extraction) {
        int maxTokens = parameters.get(Parameter.PASSAGE_TOKEN_LIMIT);
        Map<String, Passage> byId = new LinkedHashMap<>();
        for (PassageText piece : splitter.split(document)) {
            RowStatements rows = RowStatements.of(document, piece.position(), maxTokens);
            List<Statement> statements = new ArrayList<>(document.statements());
            statements.addAll(rows.statements());
            Passage passage = Passage.of(
                            document,
                            byId.size(),
                            piece.text(),
                            piece.position(),
                            statements,
                            rows.complete() ? Extraction.GIVEN : extraction)
                    .withMetadata(OcrMetadata.of(document, piece.position()));
            Passage before = byId.putIfAbsent(passage.id(), passage);
            if (before != null
                    && !before.position().heading().equals(piece.position().heading())) {
                Passage repeated = passage.asRepetition();
                byId.putIfAbsent(repeated.id(), repeated);
            }
        }
        return new ArrayList<>(byId.values());
    }

    private void requireReadable(SourceDocument document, Statement statement) {
        int tokens = TokenEstimator.estimate(statement.text());
        if (tokens > parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)) {
            throw TernException.user("document \"" + document.id() + "\" has a statement of about " + tokens
                    + " tokens; the limit is " + parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)
                    + " (passageTokenLimit)");
        }
    }
}
