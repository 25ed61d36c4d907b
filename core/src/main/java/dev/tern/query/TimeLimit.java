package dev.tern.query;

import dev.tern.error.TernException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Enforces the time limits of questions. A {@link ModelAlarm} ends the calls of chat models before.
 *
 * <p>A query with a limit runs on a new virtual thread, so that its caller returns in time even if
 * code ignores interrupts. An abandoned query is interrupted, and its listener throws before its
 * next step, call or word.
 */
public final class TimeLimit {
    private TimeLimit() {}

    /**
     * Runs a query on this thread or, with a time limit, on another one, and waits for it.
     *
     * @param query runs the query, reporting to the given listener
     * @throws TernException if the limit passes, this thread is interrupted, or the query fails
     */
    public static <T> T run(Question question, Function<QueryListener, T> query) {
        return run(question, System.nanoTime(), query);
    }

    /**
     * Runs a query that was asked earlier, as {@link #run(Question, Function)} does.
     *
     * @param asked the time of asking, by {@link System#nanoTime}
     */
    public static <T> T run(Question question, long asked, Function<QueryListener, T> query) {
        if (question.timeLimit().isEmpty()) {
            return query.apply(question.listener());
        }
        TimeLimitListener watch = new TimeLimitListener(question.timeLimit().get(), asked, question.listener());
        CompletableFuture<T> work = start(watch, query);
        try {
            return work.get();
        } catch (InterruptedException e) {
            work.cancel(true);
            Thread.currentThread().interrupt();
            throw TernException.user("the query was interrupted " + watch.where());
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw new AssertionError("a query throws nothing checked", e);
            }
        }
    }

    /**
     * Starts a query on a virtual thread; {@code askAsync} and {@code retrieveAsync} of {@code
     * GraphRag} call this. Cancelling the future, or a timeout such as {@link
     * CompletableFuture#orTimeout}, interrupts the query.
     *
     * @return a future of the result; fails with a {@link TernException} after the time limit
     */
    public static <T> CompletableFuture<T> start(Question question, Function<Question, T> asked) {
        Function<QueryListener, T> query = heard -> asked.apply(question.withListener(heard));
        return question.timeLimit()
                .map(limit -> start(new TimeLimitListener(limit, System.nanoTime(), question.listener()), query))
                .orElseGet(() -> InterruptibleWork.start(() -> query.apply(question.listener())));
    }

    private static <T> CompletableFuture<T> start(TimeLimitListener watch, Function<QueryListener, T> query) {
        CompletableFuture<T> work = InterruptibleWork.start(() -> query.apply(watch));
        // The JDK's timer thread is on time even if all carriers of virtual threads are busy.
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().orTimeout(watch.nanosLeft(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> unused = timer.whenComplete((nothing, late) -> {
            if (late != null) {
                // The exception is made before the interrupt, while the listener knows its step.
                work.completeExceptionally(watch.late());
            }
        });
        return keptUntilTheEnd(work, watch, timer);
    }

    private static <T> CompletableFuture<T> keptUntilTheEnd(
            CompletableFuture<T> work, TimeLimitListener watch, CompletableFuture<Void> timer) {
        CompletableFuture<T> unused = work.whenComplete((result, failure) -> {
            watch.end();
            timer.complete(null);
        });
        return work;
    }
}
