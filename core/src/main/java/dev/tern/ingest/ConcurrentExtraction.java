package dev.tern.ingest;

import dev.tern.error.TernException;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.extract.UnusableReplyException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extracts statements from passages, each on a virtual thread, with a limited number of concurrent
 * model calls. Not thread-safe.
 *
 * <p>A passage fails if the model's reply is unusable or nested too deeply, or if the model gives
 * no answer about this passage but answers about others. The model counts as out of service if it
 * answers about no passage, or gives no answer about {@value #MAX_CONSECUTIVE_FAILURES} passages in
 * a row (or twice the number of concurrent calls, if that is more). Then {@link #takeFinished}
 * throws, and the passages wait.
 */
final class ConcurrentExtraction implements AutoCloseable {
    private static final int MAX_CONSECUTIVE_FAILURES = 20;

    private static final Logger LOG = LoggerFactory.getLogger(ConcurrentExtraction.class);

    private final TripletExtractor extractor;
    private final TripletExtractor withoutModel;
    private final int inARow;
    private final Semaphore free;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<PassageOutcome> outcomes = new LinkedBlockingQueue<>();
    private final List<UnansweredPassage> unanswered = new ArrayList<>();
    private int underWay;
    private boolean answered;
    private boolean spent;

    /** Creates an instance; {@code withoutModel} extracts names if the extractor fails. */
    ConcurrentExtraction(TripletExtractor extractor, TripletExtractor withoutModel, int parallel) {
        this.extractor = extractor;
        this.withoutModel = withoutModel;
        this.inARow = Math.max(MAX_CONSECUTIVE_FAILURES, 2 * parallel);
        this.free = new Semaphore(parallel);
    }

    /** The result of extracting a passage: its statements, or a failure. */
    private record PassageOutcome(
            Passage passage,
            List<Statement> statements,
            @Nullable Throwable failure) {}

    private record UnansweredPassage(Passage passage, TernException failure) {}

    /** Starts the extraction of a passage on a new thread, and returns immediately. */
    void begin(Passage passage) {
        underWay++;
        threads.execute(() -> outcomes.add(outcome(passage)));
    }

    /** Returns the number of passages that were started and not taken yet. */
    int underWay() {
        return underWay;
    }

    private PassageOutcome outcome(Passage passage) {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new PassageOutcome(passage, List.of(), TernException.user("interrupted", e));
        }
        try {
            return new PassageOutcome(passage, extractor.extract(passage), null);
        } catch (Throwable e) {
            // Without an outcome, takeFinished would wait for ever.
            return new PassageOutcome(passage, List.of(), e);
        } finally {
            free.release();
        }
    }

    /** Returns true once the budget is spent; passages without a result then wait. */
    boolean isBudgetSpent() {
        return spent;
    }

    /**
     * Takes the finished passages: all that are ready, or the next one if none is ready yet. A
     * passage without an answer is taken once it is known whether the model answers about others. A
     * passage over budget is not taken ({@link #isBudgetSpent}).
     *
     * @param patience maximum time to wait for the first passage, in milliseconds
     * @param done the list to which the passages are added, with their statements or failures
     * @throws TernException if the model is out of service; any other exception or error of the
     *     extractor that concerns all passages is rethrown unchanged
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void takeFinished(long patience, List<Passage> done) throws InterruptedException {
        PassageOutcome next = underWay == 0 ? null : outcomes.poll(patience, TimeUnit.MILLISECONDS);
        while (next != null) {
            underWay--;
            judge(next, done);
            next = outcomes.poll();
        }
        if (underWay == 0) {
            if (!answered && !unanswered.isEmpty()) {
                throw outOfService();
            }
            settleUnanswered(done);
        }
    }

    private void judge(PassageOutcome outcome, List<Passage> done) {
        Passage passage = outcome.passage();
        Throwable failure = outcome.failure();
        if (failure == null) {
            answered = true;
            settleUnanswered(done);
            done.add(withoutFallback(passage)
                    .withExtraction(outcome.statements(), Extraction.finished(extractor.name())));
        } else if (failure instanceof UnusableReplyException) {
            answered = true;
            settleUnanswered(done);
            done.add(failed(passage, before -> before.failed(String.valueOf(failure.getMessage()))));
        } else if (failure instanceof TernException reason && reason.fault() == TernException.Fault.BUDGET) {
            spent = true;
        } else if (failure instanceof TernException reason && reason.fault() == TernException.Fault.MODEL) {
            unanswered.add(new UnansweredPassage(passage, reason));
            if (unanswered.size() >= inARow) {
                throw outOfService();
            }
        } else if (failure instanceof StackOverflowError) {
            LOG.warn(
                    "passage {} of document \"{}\" is too much for its extractor",
                    passage.id(),
                    passage.documentId(),
                    failure);
            done.add(failed(passage, before -> before.failed("it is nested too deeply for its extractor")));
        } else if (failure instanceof Error error) {
            throw error;
        } else {
            // This is a wrong key or a bug: every other passage would fail too.
            throw (RuntimeException) failure;
        }
    }

    private TernException outOfService() {
        TernException last = unanswered.getLast().failure();
        String message = "the model gave no answer about the last " + unanswered.size()
                + " passages; they are stored and wait: " + last.getMessage();
        return unanswered.stream().allMatch(one -> one.failure().isRefusal())
                ? TernException.refusal(message, last)
                : TernException.model(message, last);
    }

    private void settleUnanswered(List<Passage> done) {
        for (UnansweredPassage one : unanswered) {
            LOG.warn(
                    "the model gave no answer about passage {} of document \"{}\": {}",
                    one.passage().id(),
                    one.passage().documentId(),
                    one.failure().getMessage());
            done.add(failed(
                    one.passage(),
                    before -> before.unanswered(String.valueOf(one.failure().getMessage()))));
        }
        unanswered.clear();
    }

    private Passage failed(Passage passage, UnaryOperator<Extraction> why) {
        Extraction before = passage.extraction().by().equals(extractor.name())
                ? passage.extraction()
                : Extraction.waiting(extractor.name());
        return withoutFallback(passage).withExtraction(withoutModel.extract(passage), why.apply(before));
    }

    /** Returns a passage without the statements that rules added when the model failed. */
    private Passage withoutFallback(Passage passage) {
        if (passage.extraction().state() != Extraction.State.FAILED) {
            return passage;
        }
        List<Statement> statements = new ArrayList<>(passage.extractedStatements());
        statements.removeAll(withoutModel.extract(passage));
        return passage.with(statements, Extraction.waiting(passage.extraction().by()));
    }

    /** Interrupts the running extractions. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
