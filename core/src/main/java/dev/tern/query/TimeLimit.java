package dev.tern.query;

import dev.tern.error.TernException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Holds queries to the time limits of their questions.
 *
 * <p>A query with a limit runs on a virtual thread of its own: its caller waits no longer than the limit, even for code that
 * ignores interrupts. A query that was given up is interrupted, and its listener throws before its next step, its next call or
 * its next word.
 */
public final class TimeLimit {
    private TimeLimit() {}

    /**
     * Runs a query on this thread, or if its question has a limit on another that this one waits for.
     *
     * @param query is given the listener to report to
     * @throws TernException if the limit passes, or the thread is interrupted while it waits
     */
    public static <T> T keep(Question question, Function<QueryListener, T> query) {
        return keep(question, System.nanoTime(), query);
    }

    /**
     * As {@link #keep(Question, Function)}, for a query that was asked a while ago.
     *
     * @param asked when, by {@link System#nanoTime}
     */
    public static <T> T keep(Question question, long asked, Function<QueryListener, T> query) {
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
     * Begins a query on a virtual thread: {@code TimeLimit.start(question, rag::ask)} or {@code TimeLimit.start(question,
     * rag::retrieve)}. Cancelling the future, or a time limit on it such as {@link CompletableFuture#orTimeout}, interrupts the query.
     *
     * @return fails as the query does
     */
    public static <T> CompletableFuture<T> start(Question question, Function<Question, T> asked) {
        Function<QueryListener, T> query = heard -> asked.apply(question.withListener(heard));
        return question.timeLimit()
                .map(limit -> start(new TimeLimitListener(limit, System.nanoTime(), question.listener()), query))
                .orElseGet(() -> Background.start(() -> query.apply(question.listener())));
    }

    private static <T> CompletableFuture<T> start(TimeLimitListener watch, Function<QueryListener, T> query) {
        CompletableFuture<T> work = Background.start(() -> query.apply(watch));
        // The JDK's own timer: a thread of the system, which is on time where all threads that carry virtual ones are
        // busy.
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().orTimeout(watch.nanosLeft(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> unused = timer.whenComplete((nothing, late) -> {
            if (late != null) {
                // Said before the work is interrupted, and so while it still is where it was.
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
