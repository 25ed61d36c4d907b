package dev.tern.ingest;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.ExtractionEstimate;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.TokenEstimator;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sums up the expected model calls for passages. Not thread-safe. */
final class CallEstimator {
    /**
     * The number of tokens of statements and names to embed for each token of a model's reply,
     * whose punctuation is not embedded. Measured on the triplets of 1,890 passages, as JSON
     * arrays: 0.68.
     */
    private static final double EMBEDDED_TOKENS_PER_REPLY_TOKEN = 0.7;

    /** The number of statements and names for each token of a reply, by the same triplets. */
    private static final double EMBEDDED_TEXTS_PER_REPLY_TOKEN = 0.13;

    private final GraphView graph;
    private final TripletExtractor extractor;
    private final int embedBatch;
    private long documents;
    private long passages;
    private long known;
    private ExtractionEstimate extraction = ExtractionEstimate.ZERO;
    private long texts;
    private long textTokens;

    CallEstimator(GraphView graph, TripletExtractor extractor, int embedBatch) {
        this.graph = graph;
        this.extractor = extractor;
        this.embedBatch = embedBatch;
    }

    void count(DocumentBatch batch) {
        List<Passage> all =
                batch.documents().values().stream().flatMap(List::stream).toList();
        documents += batch.documents().size();
        passages += all.size();
        Map<String, Passage> stored = new HashMap<>();
        for (Embedded<Passage> found :
                graph.passages(PassagesBy.ID, all.stream().map(Passage::id).toList())) {
            stored.put(found.value().id(), found.value());
        }
        for (Passage passage : all) {
            count(passage, stored.get(passage.id()));
        }
    }

    private void count(Passage passage, @Nullable Passage stored) {
        boolean waits = passage.extraction().state() == Extraction.State.WAITING;
        boolean embedded = stored != null && stored.textToEmbed().equals(passage.textToEmbed());
        boolean extracted = stored != null
                && stored.extraction().state() == Extraction.State.INDEXED
                && stored.extraction().by().equals(passage.extraction().by())
                && (waits || stored.extractedStatements().equals(passage.extractedStatements()));
        if (!embedded) {
            texts++;
            textTokens += TokenEstimator.estimate(passage.textToEmbed());
        }
        if (extracted) {
            known += embedded ? 1 : 0;
        } else if (waits) {
            ExtractionEstimate asked = extractor.estimate(passage);
            extraction = extraction.plus(asked);
            texts += Math.round(EMBEDDED_TEXTS_PER_REPLY_TOKEN * asked.outputTokens());
            textTokens += Math.round(EMBEDDED_TOKENS_PER_REPLY_TOKEN * asked.outputTokens());
        } else {
            Set<String> names = new TreeSet<>();
            for (Statement statement : passage.statements()) {
                texts++;
                textTokens += TokenEstimator.estimate(statement.text());
                names.addAll(statement.entities());
            }
            texts += names.size();
            names.forEach(name -> textTokens += TokenEstimator.estimate(name));
        }
    }

    IngestEstimate sum() {
        long calls = (texts + embedBatch - 1) / embedBatch;
        return new IngestEstimateRecord(
                documents, passages, known, extraction, new ExtractionEstimate(calls, textTokens, 0));
    }
}
