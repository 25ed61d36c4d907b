package dev.tern.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/**
 * Runs independent look-ups of one view concurrently: on a store behind a network they take one
 * round trip together. The last look-up runs on the thread that awaits the round, since waking
 * another thread takes as long as a small look-up. Not thread-safe.
 *
 * <pre>{@code
 * Round round = view.round();
 * Round.Reply<List<Embedded<Entity>>> named = round.ask(graph -> graph.entities(ids));
 * Round.Reply<List<Embedded<Passage>>> titled =
 *         round.ask(graph -> graph.passages(PassagesBy.TITLE, titles));
 * round.await();
 * use(named.get(), titled.get());
 * }</pre>
 */
public final class Round {
    private final GraphView view;
    private final List<FutureTask<?>> asked = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** Creates a round of a view's look-ups. */
    public Round(GraphView view) {
        this.view = view;
    }

    /** The reply to a look-up, available once the round has been awaited. */
    @FunctionalInterface
    public interface Reply<T> {
        /**
         * Returns the reply to the look-up.
         *
         * @throws IllegalStateException if the round was not awaited, or the look-up failed
         */
        T get();
    }

    /** Adds a look-up, which begins when the next look-up is added or the round is awaited. */
    public <T> Reply<T> ask(Function<GraphView, T> lookup) {
        if (!asked.isEmpty()) {
            threads.add(Thread.startVirtualThread(asked.getLast()));
        }
        FutureTask<T> task = new FutureTask<>(() -> lookup.apply(view));
        asked.add(task);
        return task::resultNow;
    }

    /**
     * Waits for all look-ups.
     *
     * @throws RuntimeException the exception of a look-up that failed, the first in the order of
     *     adding; thrown after all look-ups have ended
     * @throws CancellationException if the thread is interrupted; running look-ups are interrupted
     *     too
     */
    public void await() {
        if (!asked.isEmpty()) {
            asked.getLast().run();
        }
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            threads.forEach(Thread::interrupt);
        }
        for (Thread thread : threads) {
            boolean ended = false;
            while (!ended) {
                try {
                    thread.join();
                    ended = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                    threads.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the store");
        }
        asked.forEach(Round::throwIfFailed);
    }

    private static void throwIfFailed(FutureTask<?> task) {
        try {
            task.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw new AssertionError("a look-up throws nothing checked", e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the store");
        }
    }
}
