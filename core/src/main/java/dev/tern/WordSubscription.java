package dev.tern;

import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to the parts of one answer. One thread makes all calls to the subscriber, so the
 * calls never overlap. The question's thread waits while no part is requested, so the queue between
 * the two threads holds no more parts than were requested. Thread-safe.
 */
final class WordSubscription implements Flow.Subscription, QueryListener {
    /** The number of requested, unsent parts from which further requests are not counted. */
    private static final int UNBOUNDED = Integer.MAX_VALUE / 2;

    private final Flow.Subscriber<? super String> subscriber;
    private final Consumer<Answer> answered;
    private final Semaphore requested = new Semaphore(0);
    private final BlockingQueue<Runnable> signals = new LinkedBlockingQueue<>();
    private volatile boolean over;
    private volatile @Nullable Future<Answer> question;

    WordSubscription(Flow.Subscriber<? super String> subscriber, Consumer<Answer> answered) {
        this.subscriber = subscriber;
        this.answered = answered;
    }

    /**
     * Calls {@code onSubscribe}, asks the question unless the subscriber has cancelled, and calls
     * the subscriber until the answer ends or the subscriber cancels.
     *
     * @param asking starts the question with the given listener
     */
    void run(Function<QueryListener, CompletableFuture<Answer>> asking) {
        try {
            subscriber.onSubscribe(this);
            if (!over) {
                CompletableFuture<Answer> asked = asking.apply(this);
                question = asked;
                CompletableFuture<Answer> unused =
                        asked.whenComplete((answer, failure) -> signals.add(() -> end(answer, failure)));
            }
            while (!over) {
                signals.take().run();
            }
        } catch (InterruptedException e) {
            // Only the subscriber has access to this thread and can have interrupted it, so the
            // thread ends.
            Thread.currentThread().interrupt();
        } finally {
            cancel();
        }
    }

    private void end(@Nullable Answer answer, @Nullable Throwable failure) {
        over = true;
        Throwable problem = failure;
        if (answer != null) {
            try {
                answered.accept(answer);
            } catch (RuntimeException e) {
                problem = e;
            }
        }
        if (problem == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(problem);
        }
    }

    /**
     * Waits until the subscriber has requested one more part, then queues the part for it. Called
     * on the question's thread.
     */
    @Override
    public void answerPart(String part) {
        try {
            requested.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the question was cancelled while its subscriber requested no parts");
        }
        signals.add(() -> subscriber.onNext(part));
    }

    @Override
    public synchronized void request(long n) {
        if (n < 1) {
            signals.add(() -> end(
                    null, new IllegalArgumentException("the subscriber requested " + n + " parts; the minimum is 1")));
        } else if (requested.availablePermits() < UNBOUNDED) {
            requested.release((int) Math.min(n, UNBOUNDED));
        }
    }

    @Override
    public void cancel() {
        over = true;
        signals.add(() -> {});
        Future<Answer> asked = question;
        if (asked != null) {
            asked.cancel(true);
        }
    }
}
