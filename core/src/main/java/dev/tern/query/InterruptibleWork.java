package dev.tern.query;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Runs work on a virtual thread that is interrupted if its future is cancelled or times out. */
public final class InterruptibleWork {
    private InterruptibleWork() {}

    /**
     * Starts work on a virtual thread.
     *
     * @return a future that completes with the work; cancellation or a timeout interrupts the work
     */
    public static <T> CompletableFuture<T> start(Supplier<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("tern-query").unstarted(() -> run(work, future));
        CompletableFuture<T> unused = future.whenComplete((result, failure) -> {
            // The work's own thread may run the caller's callbacks, so it is not interrupted.
            if (!Thread.currentThread().equals(thread)) {
                thread.interrupt();
            }
        });
        thread.start();
        return future;
    }

    private static <T> void run(Supplier<T> work, CompletableFuture<T> future) {
        try {
            future.complete(work.get());
        } catch (Throwable failure) {
            future.completeExceptionally(failure);
        }
    }
}
