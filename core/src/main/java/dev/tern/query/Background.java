package dev.tern.query;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Work on a virtual thread of its own that is interrupted as soon as its caller has given up. */
public final class Background {
    private Background() {}

    /**
     * Begins some work on a virtual thread.
     *
     * @return completes with the work; completing it in any other way (cancelling it, a time limit) interrupts the work
     */
    public static <T> CompletableFuture<T> start(Supplier<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("tern-query").unstarted(() -> run(work, future));
        CompletableFuture<T> unused = future.whenComplete((result, failure) -> {
            // When the work itself has completed it, what hangs on the future may run on the same thread.
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
