package dev.tern.ingest;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.index.Indexing;
import dev.tern.ingest.split.Piece;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.model.Tokens;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * From documents to a graph: {@code load -> split -> extract -> index}.
 *
 * <p>Documents are gathered into batches of about {@value #BATCH_PASSAGES} passages or {@value #BATCH_STATEMENTS}
 * statements; each batch is stored whole before the next is begun, so an interruption loses at most one batch of work and
 * memory does not grow with the number of documents. Thread-safe if store and model are: batches of several threads are
 * made and stored one after the other.
 */
public final class Ingestion {
    private static final int BATCH_PASSAGES = 256;
    private static final int BATCH_STATEMENTS = 4096;

    private final GraphStore store;
    private final int passageTokenLimit;
    private final Splitter splitter;
    private final EmbeddingModel embeddingModel;
    private final int embedBatch;

    /** What a document replaces is read before its batch is written; a batch of the same document between would stay. */
    private final ReentrantLock batches = new ReentrantLock();

    /** Ingestion of whole documents with their given statements. */
    public Ingestion(GraphStore store, EmbeddingModel embeddingModel, Parameters parameters) {
        this.store = store;
        this.passageTokenLimit = parameters.passageTokenLimit();
        this.splitter = Splitter.whole(passageTokenLimit);
        this.embeddingModel = embeddingModel;
        this.embedBatch = parameters.embedBatch();
    }

    /**
     * Brings documents into the graph.
     *
     * @param documents read once; of two with one id the later one stays
     * @param listener hears how it goes on
     * @throws TernException if a document cannot be indexed, a model or the store fails, or the thread is interrupted;
     *     the batches before stay
     */
    public IngestReport ingest(Iterable<Document> documents, IngestListener listener) {
        Meter meter = new Meter();
        Indexing indexing = new Indexing(store, new TextEmbedder(embeddingModel, embedBatch, meter));
        Progress progress = new Progress(listener, meter);
        Map<Document, List<Passage>> batch = new LinkedHashMap<>();
        Set<String> ids = new HashSet<>();
        int passages = 0;
        int statements = 0;
        for (Document document : documents) {
            if (passages >= BATCH_PASSAGES || statements >= BATCH_STATEMENTS || !ids.add(document.id())) {
                store(batch, indexing, progress);
                batch.clear();
                ids.clear();
                ids.add(document.id());
                passages = 0;
                statements = 0;
            }
            List<Passage> pieces = passages(document);
            batch.put(document, pieces);
            passages += pieces.size();
            statements += pieces.stream()
                    .mapToInt(passage -> passage.statements().size())
                    .sum();
        }
        store(batch, indexing, progress);
        return progress.report();
    }

    private List<Passage> passages(Document document) {
        Map<String, Passage> byId = new LinkedHashMap<>();
        document.statements().forEach(statement -> requireReadable(document, statement));
        for (Piece piece : splitter.split(document)) {
            Passage passage = Passage.of(
                    document, byId.size(), piece.text(), piece.place(), document.statements(), Extraction.GIVEN);
            byId.putIfAbsent(passage.id(), passage);
        }
        return new ArrayList<>(byId.values());
    }

    private void requireReadable(Document document, Statement statement) {
        int tokens = Tokens.estimate(statement.text());
        if (tokens > passageTokenLimit) {
            throw TernException.user("document \"" + document.id() + "\" makes a statement of about " + tokens
                    + " tokens; a statement may have " + passageTokenLimit + " (passageTokenLimit)");
        }
    }

    private void store(Map<Document, List<Passage>> documents, Indexing indexing, Progress progress) {
        if (documents.isEmpty()) {
            return;
        }
        batches.lock();
        try {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException();
            }
            Indexing.Indexed indexed = indexing.prepare(documents, progress::tell);
            if (!indexed.batch().passages().isEmpty()
                    || !indexed.batch().stalePassageIds().isEmpty()) {
                store.write(indexed.batch());
            }
            progress.stored(documents.size(), indexed);
        } catch (CancellationException | TernException e) {
            throw Thread.currentThread().isInterrupted() ? interrupted(progress, e) : e;
        } finally {
            batches.unlock();
        }
    }

    private static TernException interrupted(Progress progress, RuntimeException cause) {
        return TernException.user(
                "indexing was interrupted after " + progress.report().documents()
                        + " documents; those are stored, and adding the same documents again goes on from there",
                cause);
    }
}
