package dev.tern.spark;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds the documents of a task in batches. If a document makes its batch fail, the batch is halved
 * until the document is found; all others are added. Not thread-safe.
 */
final class PartitionDocuments {
    /**
     * The maximum number of documents of a batch. Documents that are read as one may exceed this
     * limit and {@link #MAX_CHARACTERS}.
     */
    private static final int MAX_DOCUMENTS = 4096;

    private static final long MAX_CHARACTERS = 1 << 23;
    private static final int MAX_FAILURES = 100;
    private static final int MAX_REASON_LENGTH = 1000;

    private final GraphRag rag;
    private final RunCounters counters;
    private final Supplier<Runnable> mark;
    private final List<DocumentFailure> failures = new ArrayList<>();
    private IndexingReport report = IndexingReport.NOTHING;

    /** Creates additions to a graph, where a retry of a batch replaces the documents added. */
    PartitionDocuments(GraphRag rag, RunCounters counters) {
        this(rag, counters, () -> () -> {});
    }

    /**
     * Creates additions to rows, from which the rows of a failed batch are removed before its
     * retry.
     *
     * @param mark marks a position, and returns an action that removes later rows
     */
    PartitionDocuments(GraphRag rag, RunCounters counters, Supplier<Runnable> mark) {
        this.rag = rag;
        this.counters = counters;
        this.mark = mark;
    }

    /** Counts a document that is not added, and keeps the reasons of the first 100. */
    void failed(DocumentFailure failure) {
        report = report.withFailure();
        counters.failed();
        if (failures.size() < MAX_FAILURES) {
            String reason = failure.reason();
            failures.add(new DocumentFailure(
                    failure.id(), reason.substring(0, Math.min(reason.length(), MAX_REASON_LENGTH))));
        }
    }

    PartitionResult add(Iterator<SourceDocument> documents) {
        @Nullable SourceDocument next = documents.hasNext() ? documents.next() : null;
        while (next != null && !report.stoppedByBudget()) {
            List<SourceDocument> portion = new ArrayList<>();
            long characters = 0;
            while (next != null && (portion.isEmpty() || goesOn(portion, characters, next))) {
                portion.add(next);
                characters += next.text().length();
                next = documents.hasNext() ? documents.next() : null;
            }
            add(portion);
        }
        return new PartitionResult(report, List.copyOf(failures));
    }

    private static boolean goesOn(List<SourceDocument> portion, long characters, SourceDocument next) {
        boolean full = portion.size() >= MAX_DOCUMENTS || characters >= MAX_CHARACTERS;
        String whole = portion.getLast().parentName();
        return !full || (!whole.isEmpty() && whole.equals(next.parentName()));
    }

    private void add(List<SourceDocument> portion) {
        Runnable back = mark.get();
        try {
            IngestListener listener = counters.listener();
            report = report.plus(IndexingReport.of(rag.add(portion, listener)));
        } catch (TernException e) {
            if (e.fault() != TernException.Fault.USER || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            back.run();
            if (portion.size() == 1) {
                failed(new DocumentFailure(portion.getFirst().id(), String.valueOf(e.getMessage())));
            } else {
                int half = portion.size() / 2;
                add(portion.subList(0, half));
                add(portion.subList(half, portion.size()));
            }
        }
    }
}
