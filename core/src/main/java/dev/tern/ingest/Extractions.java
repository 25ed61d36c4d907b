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
 * Passages whose statements are being found by a model, a bounded number at once, each on a virtual thread. For one
 * thread.
 *
 * <p>A passage that the model cannot do anything with is done: failed, and why. A model that does not answer at all is
 * another thing: as long as others are answered, a passage that was not has failed; when {@value #MOST_IN_A_ROW} and more
 * in a row are not, or none was from the start, the model is out of service, and the passages keep on waiting.
 */
final class Extractions implements AutoCloseable {
    private static final int MOST_IN_A_ROW = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Extractions.class);

    private final TripletExtractor extractor;
    private final TripletExtractor withoutModel;
    private final int inARow;
    private final Semaphore free;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
    private final List<Unanswered> unanswered = new ArrayList<>();
    private int underWay;
    private boolean answered;
    private boolean spent;

    /**
     * Nothing under way yet.
     *
     * @param extractor finds the statements
     * @param withoutModel finds what a passage is linked by where the extractor fails
     * @param parallel how many passages are given to it at once
     */
    Extractions(TripletExtractor extractor, TripletExtractor withoutModel, int parallel) {
        this.extractor = extractor;
        this.withoutModel = withoutModel;
        this.inARow = Math.max(MOST_IN_A_ROW, 2 * parallel);
        this.free = new Semaphore(parallel);
    }

    /** What became of a passage: its statements, or why there are none. */
    private record Outcome(
            Passage passage,
            List<Statement> statements,
            @Nullable Throwable failure) {}

    private record Unanswered(Passage passage, TernException failure) {}

    /** Begins with a passage as soon as there is room for it. */
    void begin(Passage passage) {
        underWay++;
        threads.execute(() -> outcomes.add(outcome(passage)));
    }

    /** How many passages were begun and not taken yet. */
    int underWay() {
        return underWay;
    }

    private Outcome outcome(Passage passage) {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome(passage, List.of(), TernException.user("interrupted", e));
        }
        try {
            return new Outcome(passage, extractor.extract(passage), null);
        } catch (Throwable e) {
            // Without an outcome the waiting thread would wait for ever.
            return new Outcome(passage, List.of(), e);
        } finally {
            free.release();
        }
    }

    /** Whether a passage could not be paid for; it waits, and so does every other that is begun now. */
    boolean spent() {
        return spent;
    }

    /**
     * Takes the passages that are done: all that are by now, or the next one if there is none yet.
     *
     * @param patience how long to wait for the next one, in milliseconds
     * @param done where to put the passages with their statements, or failed; there may be none though some are under way
     * @throws TernException if the model is out of service
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void take(long patience, List<Passage> done) throws InterruptedException {
        Outcome next = underWay == 0 ? null : outcomes.poll(patience, TimeUnit.MILLISECONDS);
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

    private void judge(Outcome outcome, List<Passage> done) {
        Passage passage = outcome.passage();
        Throwable failure = outcome.failure();
        if (failure == null) {
            answered = true;
            settleUnanswered(done);
            done.add(withoutFallback(passage).withFound(outcome.statements(), Extraction.done(extractor.name())));
        } else if (failure instanceof UnusableReplyException) {
            answered = true;
            settleUnanswered(done);
            done.add(failed(passage, before -> before.failed(String.valueOf(failure.getMessage()))));
        } else if (failure instanceof TernException reason && reason.fault() == TernException.Fault.BUDGET) {
            spent = true;
        } else if (failure instanceof TernException reason && reason.fault() == TernException.Fault.MODEL) {
            unanswered.add(new Unanswered(passage, reason));
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
            // A wrong key or our own mistake: every other passage would meet the same.
            throw (RuntimeException) failure;
        }
    }

    private TernException outOfService() {
        TernException last = unanswered.getLast().failure();
        String said = "the model gave no answer about the last " + unanswered.size()
                + " passages; they are stored and wait: " + last.getMessage();
        return unanswered.stream().allMatch(one -> one.failure().isRefusal())
                ? TernException.refusal(said, last)
                : TernException.model(said, last);
    }

    private void settleUnanswered(List<Passage> done) {
        for (Unanswered one : unanswered) {
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
        return withoutFallback(passage).withFound(withoutModel.extract(passage), why.apply(before));
    }

    /** The passage without the statements that {@code withoutModel} added when the model failed. */
    private Passage withoutFallback(Passage passage) {
        if (passage.extraction().state() != Extraction.State.FAILED) {
            return passage;
        }
        List<Statement> statements = new ArrayList<>(passage.found());
        statements.removeAll(withoutModel.extract(passage));
        return passage.with(statements, Extraction.waiting(passage.extraction().by()));
    }

    /** Gives up what is under way. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
