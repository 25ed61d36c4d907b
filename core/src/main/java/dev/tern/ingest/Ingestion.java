package dev.tern.ingest;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.Piece;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.Tokens;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * From documents to a graph: {@code load -> split -> extract -> index}.
 *
 * <p>Documents are gathered into batches of about {@value Batch#PASSAGES} passages or {@value Batch#STATEMENTS}
 * statements; each batch is stored whole before the next is begun, so an interruption loses at most one batch of work and
 * memory does not grow with the number of documents. Statements that come with a document, or that are found without a
 * model, are stored in the same step. Where a model finds them, the passages are stored first and wait, found by their
 * words, while the model is asked about many at once; what it found is stored in batches of passages as it comes. How far
 * each passage is stands in its row: whoever adds the same documents again goes on from there.
 *
 * <p>Thread-safe if store, models and extractors are: batches of several threads are made and stored one after the other.
 */
public final class Ingestion {
    final GraphStore store;
    final EmbeddingModel embeddingModel;
    final Parameters parameters;
    final TripletExtractor extractor;
    final TripletExtractor withoutModel;

    /** What a document replaces is read before its batch is written; a batch of the same document between would stay. */
    final ReentrantLock batches = new ReentrantLock();

    private final Splitter splitter;

    /** Ingestion of documents that were cut before and bring their statements, or have none. */
    public Ingestion(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        this(
                store,
                embeddingModel,
                parameters,
                Splitter.whole(parameters.passageTokenLimit()),
                TripletExtractor.none(),
                TripletExtractor.none());
    }

    /**
     * Ingestion into a store.
     *
     * @param splitter cuts documents that come without statements
     * @param extractor finds the statements of documents that come without
     * @param withoutModel finds what links a passage where a model that was asked for its statements failed
     */
    public Ingestion(
            GraphStore store,
            EmbeddingModel embeddingModel,
            Parameters parameters,
            Splitter splitter,
            TripletExtractor extractor,
            TripletExtractor withoutModel) {
        this.store = store;
        this.embeddingModel = embeddingModel;
        this.parameters = parameters;
        this.splitter = splitter;
        this.extractor = extractor;
        this.withoutModel = withoutModel;
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
        try (IngestionRun run = new IngestionRun(this, listener)) {
            Batch batch = new Batch();
            for (Document document : documents) {
                if (batch.isFull() || batch.holds(document.id())) {
                    run.store(batch);
                    batch = new Batch();
                }
                if (run.spent()) {
                    return run.end();
                }
                List<Passage> passages = passages(document);
                if (passages.size() > Batch.MOST_OF_A_DOCUMENT) {
                    run.store(batch);
                    batch = new Batch();
                    run.storeInParts(document, passages);
                } else {
                    batch.add(document, passages);
                }
            }
            run.store(batch);
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
        List<String> ids = new ArrayList<>();
        try (IngestionRun run = new IngestionRun(this, listener);
                GraphView graph = store.view()) {
            graph.scan(new GraphVisitor() {
                @Override
                public Set<RowKind> kinds() {
                    return EnumSet.of(RowKind.PASSAGE);
                }

                @Override
                public Set<Extraction.State> states() {
                    return EnumSet.of(Extraction.State.WAITING, Extraction.State.FAILED);
                }

                @Override
                public void passage(Embedded<Passage> passage) {
                    ids.add(passage.value().id());
                }
            });
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

    /**
     * What bringing documents into the graph would ask of models. Nothing is asked and nothing is stored.
     *
     * @param documents read once
     * @throws TernException if a document could not be indexed, or the store fails
     */
    public IngestEstimate estimate(Iterable<Document> documents) {
        try (GraphView graph = store.view()) {
            Estimating estimating = new Estimating(graph, extractor, parameters.embedBatch());
            Batch batch = new Batch();
            for (Document document : documents) {
                if (batch.isFull() || batch.holds(document.id())) {
                    estimating.count(batch);
                    batch = new Batch();
                }
                batch.add(document, passages(document));
            }
            estimating.count(batch);
            return estimating.sum();
        }
    }

    private List<Passage> passages(Document document) {
        if (!document.statements().isEmpty()) {
            document.statements().forEach(statement -> requireReadable(document, statement));
            return passages(
                    document, Splitter.whole(parameters.passageTokenLimit()), document.statements(), Extraction.GIVEN);
        }
        if (extractor.asksModel()) {
            return passages(document, splitter, List.of(), Extraction.waiting(extractor.name()));
        }
        Extraction done = Extraction.done(extractor.name());
        return passages(document, splitter, List.of(), done).stream()
                .map(passage -> passage.with(extractor.extract(passage), done))
                .toList();
    }

    private static List<Passage> passages(
            Document document, Splitter splitter, List<Statement> statements, Extraction extraction) {
        Map<String, Passage> byId = new LinkedHashMap<>();
        for (Piece piece : splitter.split(document)) {
            Passage passage = Passage.of(document, byId.size(), piece.text(), piece.place(), statements, extraction);
            byId.putIfAbsent(passage.id(), passage);
        }
        return new ArrayList<>(byId.values());
    }

    private void requireReadable(Document document, Statement statement) {
        int tokens = Tokens.estimate(statement.text());
        if (tokens > parameters.passageTokenLimit()) {
            throw TernException.user("document \"" + document.id() + "\" makes a statement of about " + tokens
                    + " tokens; a statement may have " + parameters.passageTokenLimit() + " (passageTokenLimit)");
        }
    }
}
