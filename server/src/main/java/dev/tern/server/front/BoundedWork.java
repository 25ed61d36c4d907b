package dev.tern.server.front;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits work of one kind to a number of permits. A request that finds none waits in a queue, first come, first served, for a limited
 * time; the queue is limited too. Work that takes too long, or whose client has gone, is interrupted, and keeps its place until it ends.
 * Thread-safe.
 */
public final class BoundedWork {
    private static final int RETRY_SECONDS = 2;

    /** A question has a time limit of its own, which says more; it is to be heard first. */
    private static final long GRACE_MILLIS = 1_000;

    private final String work;
    private final ServerLimit count;
    private final ServerLimit time;
    private final ServerLimits limits;
    private final Semaphore permits;
    private final AtomicInteger waiting = new AtomicInteger();

    private BoundedWork(String work, ServerLimit count, ServerLimit time, ServerLimits limits) {
        this.work = work;
        this.count = count;
        this.time = time;
        this.limits = limits;
        this.permits = new Semaphore(Math.toIntExact(limits.of(count)), true);
    }

    /** Places for questions and look-ups by name. */
    public static BoundedWork questions(ServerLimits limits) {
        return new BoundedWork("questions", ServerLimit.QUESTIONS, ServerLimit.QUESTION_TIME, limits);
    }

    /** Places for what reads much of a graph. */
    public static BoundedWork scans(ServerLimits limits) {
        return new BoundedWork("scans of graphs", ServerLimit.SCANS, ServerLimit.SCAN_TIME, limits);
    }

    /** The places in which exports run. */
    public static BoundedWork exports(ServerLimits limits) {
        return new BoundedWork("exports", ServerLimit.EXPORTS, ServerLimit.EXPORT_TIME, limits);
    }

    /** The places in which estimates run. */
    public static BoundedWork estimates(ServerLimits limits) {
        return new BoundedWork("estimates", ServerLimit.ESTIMATES, ServerLimit.ESTIMATE_TIME, limits);
    }

    /** The places in which profiles run, each for as long as an estimate may. */
    public static BoundedWork profiles(ServerLimits limits) {
        return new BoundedWork("profiles", ServerLimit.PROFILES, ServerLimit.ESTIMATE_TIME, limits);
    }

    /**
     * Work that returns a result.
     *
     * @param <T> what comes of it
     * @param <E> what it may fail with
     */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        /** Does the work and returns its result. */
        T result() throws E;
    }

    /**
     * Does something in one of the places, on this thread.
     *
     * @throws Problem if there is none within the time that one may wait, the line is full, or it took too long
     * @throws ClientLeft if the client has gone
     */
    public <T, E extends Exception> T run(Work<T, E> wanted) throws E {
        Cut cut = new Cut();
        Presence.Watch watch = Presences.current().watch(() -> cut.now(Cut.Reason.GONE));
        try {
            return placed(cut, wanted);
        } catch (RuntimeException e) {
            // What the work failed with says only that it was interrupted.
            throw cut.reason().map(this::failure).orElse(e);
        } finally {
            watch.close();
        }
    }

    private <T, E extends Exception> T placed(Cut cut, Work<T, E> wanted) throws E {
        try {
            take();
            try {
                return within(cut, wanted);
            } finally {
                permits.release();
            }
        } finally {
            cut.end();
        }
    }

    private <T, E extends Exception> T within(Cut cut, Work<T, E> wanted) throws E {
        // The JDK's own timer: a thread of the system, which is on time where those that carry virtual threads are
        // busy.
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().orTimeout(limits.of(time) + GRACE_MILLIS, TimeUnit.MILLISECONDS);
        CompletableFuture<Void> unused = timer.whenComplete((nothing, late) -> {
            if (late != null) {
                cut.now(Cut.Reason.LATE);
            }
        });
        try {
            return wanted.result();
        } finally {
            timer.complete(null);
        }
    }

    private void take() {
        try {
            if (permits.tryAcquire(0, TimeUnit.SECONDS)) {
                return;
            }
            wait(limits.time(ServerLimit.LINE_TIME));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.unavailable("the server is about to end", RETRY_SECONDS);
        }
    }

    private void wait(Duration patience) throws InterruptedException {
        try {
            if (waiting.incrementAndGet() > limits.of(ServerLimit.LINE)) {
                throw Problem.unavailable(
                        limits.of(count) + " " + work + " are under way, which is the limit (" + count.key() + "), and "
                                + limits.of(ServerLimit.LINE) + " wait in line (" + ServerLimit.LINE.key() + ")",
                        RETRY_SECONDS);
            }
            if (!permits.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw Problem.unavailable(
                        limits.of(count) + " " + work + " are under way, which is the limit (" + count.key()
                                + "), and none ended within " + patience.toSeconds() + " s ("
                                + ServerLimit.LINE_TIME.key() + ")",
                        RETRY_SECONDS);
            }
        } finally {
            waiting.decrementAndGet();
        }
    }

    private RuntimeException failure(Cut.Reason reason) {
        return switch (reason) {
            case GONE -> new ClientLeft("the client has gone");
            case LATE ->
                Problem.unavailable(
                        "this took longer than " + limits.of(time) / 1_000 + " s, which is the limit (" + time.key()
                                + "); ask for less of the graph",
                        RETRY_SECONDS);
        };
    }
}
