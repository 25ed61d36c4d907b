package dev.tern.ingest;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.index.Indexing;
import dev.tern.ingest.split.Piece;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.model.Tokens;
import dev.tern.note.Notes;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * From documents to a graph: {@code load -> split -> extract -> index}.
 *
 * <p>Documents are loaded in batches of about {@value Batch#PASSAGES} passages or {@value Batch#STATEMENTS}
 * statements; each batch is written whole, while the next is loaded and made, so an interruption loses at most two batches
 * of work and memory does not grow with the number of documents. Statements that come with a document, or that are found without a
 * model, are stored in the same step. Where a model finds them, the passages are stored first and wait, found by their
 * words, while the model is asked about many at once; what it found is stored in batches of passages as it comes. How far
 * each passage is stands in its row, so adding the same documents again goes on from there.
 *
 * <p>Thread-safe if store, models and extractors are: batches of several threads are stored one after the other, and a document
 * that several add at once is stored whole as the last of them has it. Documents that are removed meanwhile are not counted in the
 * report, nor are large ones that another thread has begun to add since.
 */
public final class Ingestion {
    /** A document of more passages is stored in parts, so that a run that is broken off may leave some of them. */
    public static final int PASSAGES_STORED_AT_ONCE = Batch.MOST_OF_A_DOCUMENT;

    private final GraphStore store;
    private final EmbeddingModel embeddingModel;
    private final Parameters parameters;
    private final Splitter splitter;
    private final TripletExtractor extractor;
    private final TripletExtractor withoutModel;
    private final Filter scope;
    private final StoreWriter writer;

    /** Ingestion of documents that were cut before and bring their statements, or have none. */
    public Ingestion(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        this(
                store,
                embeddingModel,
                parameters,
                Splitter.whole(parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)),
                TripletExtractor.none(),
                TripletExtractor.none());
    }

    /** Ingestion into a whole store. */
    public Ingestion(
            GraphStore store,
            EmbeddingModel embeddingModel,
            Parameters parameters,
            Splitter splitter,
            TripletExtractor extractor,
            TripletExtractor withoutModel) {
        this(store, embeddingModel, parameters, splitter, extractor, withoutModel, Filter.everything());
    }

    /**
     * Ingestion into a store.
     *
     * @param splitter cuts documents that come without statements
     * @param extractor finds the statements of documents that come without
     * @param withoutModel finds what links a passage where a model that was asked for its statements failed
     * @param scope no document takes the place of one that is outside
     */
    public Ingestion(
            GraphStore store,
            EmbeddingModel embeddingModel,
            Parameters parameters,
            Splitter splitter,
            TripletExtractor extractor,
            TripletExtractor withoutModel,
            Filter scope) {
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
     * Brings documents into the graph. When what may be spent on models is spent, nothing more is begun, what is under way
     * is ended and stored, and the report says so; everything else waits.
     *
     * @param documents read once; of two with one id the later one stays
     * @param listener hears how it goes on
     * @throws TernException if a document cannot be indexed, a model or the store fails, or the thread is interrupted;
     *     the batches before stay
     */
    public IngestReport ingest(Iterable<Document> documents, IngestListener listener) {
        try (IngestionRun run = run(listener)) {
            Batches batches = load(documents);
            while (!run.spent() && batches.hasNext()) {
                run.index(batches.next());
            }
            return run.end();
        }
    }

    /**
     * Asks the model again about the passages of the graph that failed, and about those that wait since a run was
     * interrupted.
     *
     * @param listener hears how it goes on
     * @throws TernException as {@link #ingest} does
     */
    public IngestReport retry(IngestListener listener) {
        try (IngestionRun run = run(listener)) {
            List<String> ids = unextracted();
            run.waiting(ids.size());
            for (int start = 0; start < ids.size() && !run.spent(); start += Batch.PASSAGES) {
                List<String> some = ids.subList(start, Math.min(start + Batch.PASSAGES, ids.size()));
                run.extract(store.passages(GraphView.PassagesBy.ID, some).stream()
                        .map(Embedded::value)
                        .toList());
            }
            return run.end();
        }
    }

    /** Read in a view that is closed before a model is asked: one that is open keeps the files of its state on the disk. */
    private List<String> unextracted() {
        try (GraphView graph = store.view()) {
            return Unextracted.idsIn(graph);
        }
    }

    /**
     * Removes documents and everything that only they said, between two batches of those that are being brought in. It waits for no
     * model. Documents of a batch that is being made are not written afterwards, of a document that is written in parts no further
     * part is, and passages that wait for a model are not written again when it answers.
     *
     * @param documentIds looked up when it is the removal's turn
     * @return how many of them were there
     * @throws TernException if the store fails, or the thread is interrupted before its turn
     */
    public int remove(Supplier<Collection<String>> documentIds) {
        return writer.remove(documentIds, store::removeDocuments);
    }

    /**
     * Changes the notes of the graph, between two batches of those that are being brought in: those
     * that are written later follow them.
     *
     * @throws TernException if the store fails, or the thread is interrupted before its turn
     */
    public void note(UnaryOperator<Notes> change) {
        writer.note(() -> store.notes(change));
    }

    /**
     * Writes those of some passages again that the naming rules of the graph change.
     *
     * @throws TernException as {@link #ingest} does, and if what may be spent on models is spent
     */
    public void rewrite(Collection<String> passageIds) {
        try (IngestionRun run = run(IngestListener.NONE)) {
            run.rewrite(passageIds);
            if (run.end().spent()) {
                throw TernException.budget("what may be spent on models is spent, and not all passages that an edit"
                        + " concerns were written again: the next addition or edit goes on");
            }
        }
    }

    /**
     * What bringing documents into the graph would ask of models. Nothing is asked and nothing is stored.
     *
     * @param documents read once
     * @throws TernException if a document could not be indexed, or the store fails
     */
    public IngestEstimate estimate(Iterable<Document> documents) {
        try (GraphView graph = store.view()) {
            Estimating estimating = new Estimating(graph, extractor, parameters.get(Parameter.EMBED_BATCH));
            load(documents).forEachRemaining(batch -> {
                if (!scope.isEverything()) {
                    Indexing.requireWithin(scope, graph.passages(PassagesBy.DOCUMENT, ids(batch)));
                }
                estimating.count(batch);
            });
            return estimating.sum();
        }
    }

    private static List<String> ids(Batch batch) {
        return batch.documents().keySet().stream().map(Document::id).toList();
    }

    private IngestionRun run(IngestListener listener) {
        Meter meter = new Meter();
        TextEmbedder embedder = new TextEmbedder(
                embeddingModel, EmbeddingInputType.DOCUMENT, parameters.get(Parameter.EMBED_BATCH), meter);
        return new IngestionRun(
                store,
                writer,
                new Indexing(store, embedder, scope),
                new Extractions(extractor, withoutModel, parameters.get(Parameter.PARALLEL_EXTRACTIONS)),
                // Ahead of what the model is asked at once, so that it is not left without work while a batch is
                // written.
                2 * Batch.PASSAGES + 2 * parameters.get(Parameter.PARALLEL_EXTRACTIONS),
                new Progress(listener, meter));
    }

    /** The documents in batches, split, and with the statements that no model has to find. */
    private Batches load(Iterable<Document> documents) {
        return new Batches(new SplitDocuments(documents.iterator(), this::split, extractor));
    }

    private List<Passage> split(Document document) {
        if (document.statements().isEmpty()) {
            return passages(document, splitter, Extraction.waiting(extractor.name()));
        }
        document.statements().forEach(statement -> requireReadable(document, statement));
        return passages(document, Splitter.whole(parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)), Extraction.GIVEN);
    }

    private List<Passage> passages(Document document, Splitter splitter, Extraction extraction) {
        int mostTokens = parameters.get(Parameter.PASSAGE_TOKEN_LIMIT);
        Map<String, Passage> byId = new LinkedHashMap<>();
        for (Piece piece : splitter.split(document)) {
            StatedRows rows = StatedRows.of(document, piece.place(), mostTokens);
            List<Statement> statements = new ArrayList<>(document.statements());
            statements.addAll(rows.statements());
            Passage passage = Passage.of(
                            document,
                            byId.size(),
                            piece.text(),
                            piece.place(),
                            statements,
                            rows.whole() ? Extraction.GIVEN : extraction)
                    .withMetadata(OcrMetadata.of(document, piece.place()));
            Passage before = byId.putIfAbsent(passage.id(), passage);
            if (before != null && !before.place().heading().equals(piece.place().heading())) {
                Passage repeated = passage.repeated();
                byId.putIfAbsent(repeated.id(), repeated);
            }
        }
        return new ArrayList<>(byId.values());
    }

    private void requireReadable(Document document, Statement statement) {
        int tokens = Tokens.estimate(statement.text());
        if (tokens > parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)) {
            throw TernException.user("document \"" + document.id() + "\" makes a statement of about " + tokens
                    + " tokens; a statement may have " + parameters.get(Parameter.PASSAGE_TOKEN_LIMIT)
                    + " (passageTokenLimit)");
        }
    }
}
