package dev.tern.server.front;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.server.settings.ServerSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits concurrent work of one kind by permits. A request that gets no permit waits in a FIFO
 * queue of limited length, for a limited time. With several API keys, one caller gets at most half
 * of the permits and of the queue, rounded up, so that a busy caller keeps nobody out. Work that
 * times out, or whose client has gone, is interrupted, and keeps its permit until it ends.
 * Thread-safe.
 */
public final class BoundedWork {
    private static final int RETRY_SECONDS = 2;

    /** The timeout of exports, in multiples of a question's timeout. */
    private static final int EXPORT_TIMES = 20;

    /** The timeout of estimates and profiles, in multiples of a question's timeout. */
    private static final int ESTIMATE_TIMES = 10;

    /** The extra time, so that a question's own timeout, with a better message, comes first. */
    private static final long GRACE_MILLIS = 1_000;

    private final String work;
    private final ServerLimit count;
    private final int times;
    private final Duration time;
    private final ServerLimits limits;
    private final boolean shared;
    private final Permits all;
    private final Permits boundless = new Permits(Integer.MAX_VALUE, Long.MAX_VALUE);
    private final Map<String, Permits> byCaller = new ConcurrentHashMap<>();

    /**
     * Creates the permits of a limit.
     *
     * @param share the divisor of the limit's permits: 1 for all, 2 for half
     * @param times the timeout in multiples of a question's
     */
    private BoundedWork(String work, ServerLimit count, int share, int times, ServerSettings settings) {
        this.work = work;
        this.count = count;
        this.times = times;
        this.limits = settings.limits();
        this.time = limits.time(ServerLimit.QUESTION_TIME).multipliedBy(times);
        this.shared = settings.keys().size() > 1;
        this.all = new Permits(
                Math.ceilDiv(Math.toIntExact(limits.of(count)), share), limits.of(ServerLimit.QUEUE_LENGTH));
    }

    /** Permits and the number of waiting requests, of all callers or of one. */
    private static final class Permits {
        private final int count;
        private final long queueLength;
        private final Semaphore permits;
        private final AtomicInteger waiting = new AtomicInteger();

        private Permits(int count, long queueLength) {
            this.count = count;
            this.queueLength = queueLength;
            this.permits = new Semaphore(count, true);
        }

        /** Returns the share of one caller: half of the permits and of the queue, rounded up. */
        private Permits half() {
            return new Permits((count + 1) / 2, (queueLength + 1) / 2);
        }
    }

    /** Returns permits for questions and look-ups. */
    public static BoundedWork questions(ServerSettings settings) {
        return new BoundedWork("questions", ServerLimit.QUESTIONS, 1, 1, settings);
    }

    /** Returns permits for scans, which read much of a graph, and for expensive questions. */
    public static BoundedWork scans(ServerSettings settings) {
        return new BoundedWork("scans of graphs", ServerLimit.HEAVY_REQUESTS, 1, 1, settings);
    }

    /**
     * Returns permits for counts, as many as for scans but separate. Counts of an embedded graph
     * are cached until it changes, so the page's first request is fast, and must not wait for
     * scans.
     */
    public static BoundedWork counts(ServerSettings settings) {
        return new BoundedWork("counts of graphs", ServerLimit.HEAVY_REQUESTS, 1, 1, settings);
    }

    /** Returns permits for exports, with {@value #EXPORT_TIMES} times a question's timeout. */
    public static BoundedWork exports(ServerSettings settings) {
        return new BoundedWork("exports", ServerLimit.HEAVY_REQUESTS, 1, EXPORT_TIMES, settings);
    }

    /** Returns permits for estimates, with {@value #ESTIMATE_TIMES} times a question's timeout. */
    public static BoundedWork estimates(ServerSettings settings) {
        return new BoundedWork("estimates", ServerLimit.HEAVY_REQUESTS, 1, ESTIMATE_TIMES, settings);
    }

    /**
     * Returns separate permits for profiles, half as many as for estimates (rounded up), with the
     * same timeout: callers that may only read must not block the estimates of other callers.
     */
    public static BoundedWork profiles(ServerSettings settings) {
        return new BoundedWork("profiles", ServerLimit.HEAVY_REQUESTS, 2, ESTIMATE_TIMES, settings);
    }

    /**
     * Work with a result.
     *
     * @param <T> the type of its result
     * @param <E> the type of its exception
     */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T result() throws E;
    }

    /**
     * Runs work with a permit on this thread.
     *
     * @param caller the caller, which gets a share of the permits
     * @throws Problem if there is no permit in time, the queue is full, the work timed out, or the
     *     thread is interrupted while it waits
     * @throws ClientGoneException if the client has disconnected
     */
    public <T, E extends Exception> T run(Caller caller, Work<T, E> wanted) throws E {
        WorkInterrupter workInterrupter = new WorkInterrupter();
        ClientConnection.ConnectionWatch watch = CurrentConnection.current()
                .watch(() -> workInterrupter.interrupt(WorkInterrupter.InterruptReason.GONE));
        try {
            return runWithPermit(caller, workInterrupter, wanted);
        } catch (RuntimeException e) {
            // The work's exception only reports the interrupt.
            throw workInterrupter.reason().map(this::failure).orElse(e);
        } finally {
            watch.close();
        }
    }

    private <T, E extends Exception> T runWithPermit(Caller caller, WorkInterrupter workInterrupter, Work<T, E> wanted)
            throws E {
        Permits own = shared ? byCaller.computeIfAbsent(caller.name(), name -> all.half()) : boundless;
        try {
            take(caller, own);
            try {
                return runInterruptibly(workInterrupter, wanted);
            } finally {
                all.permits.release();
                own.permits.release();
            }
        } finally {
            workInterrupter.end();
        }
    }

    private <T, E extends Exception> T runInterruptibly(WorkInterrupter workInterrupter, Work<T, E> wanted) throws E {
        // The JDK's timer has a platform thread, which is on time even if all carrier threads are
        // busy.
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().orTimeout(time.toMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS);
        CompletableFuture<Void> unused = timer.whenComplete((nothing, late) -> {
            if (late != null) {
                workInterrupter.interrupt(WorkInterrupter.InterruptReason.LATE);
            }
        });
        try {
            return wanted.result();
        } finally {
            timer.complete(null);
        }
    }

    private void take(Caller caller, Permits own) {
        long end = System.nanoTime() + limits.time(ServerLimit.QUEUE_TIME).toNanos();
        try {
            take(own, own, caller, end);
            boolean taken = false;
            try {
                take(all, own, caller, end);
                taken = true;
            } finally {
                if (!taken) {
                    own.permits.release();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.unavailable("the server is shutting down", RETRY_SECONDS);
        }
    }

    private void take(Permits wanted, Permits own, Caller caller, long end) throws InterruptedException {
        if (wanted.permits.tryAcquire(0, TimeUnit.SECONDS)) {
            return;
        }
        boolean hasRoom = all.waiting.incrementAndGet() <= all.queueLength;
        boolean hasOwnRoom = own.waiting.incrementAndGet() <= own.queueLength;
        try {
            if (!hasRoom) {
                throw overloadProblem(underWay() + ", and " + all.queueLength + " are queued");
            }
            if (!hasOwnRoom) {
                throw overloadProblem(share(own) + " and " + own.queueLength + " of the " + all.queueLength
                        + " queue places, and \"" + caller.name() + "\" uses them all");
            }
            if (!wanted.permits.tryAcquire(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                String none =
                        " ended within " + limits.time(ServerLimit.QUEUE_TIME).toSeconds() + " s";
                throw overloadProblem(
                        wanted.equals(all)
                                ? underWay() + ", and none" + none
                                : share(own) + ", and none of \"" + caller.name() + "\"" + none);
            }
        } finally {
            all.waiting.decrementAndGet();
            own.waiting.decrementAndGet();
        }
    }

    private String underWay() {
        return all.count + " " + work + " are running, which is the limit" + count.settingSuffix();
    }

    private String share(Permits own) {
        return "one caller may have " + own.count + " of the " + all.count + " " + work + " running"
                + count.settingSuffix();
    }

    private static Problem overloadProblem(String why) {
        return Problem.unavailable(why, RETRY_SECONDS);
    }

    private RuntimeException failure(WorkInterrupter.InterruptReason reason) {
        return switch (reason) {
            case GONE -> new ClientGoneException("the client has disconnected");
            case LATE ->
                Problem.unavailable(
                        "this took longer than " + time.toSeconds() + " s, which is the limit ("
                                + (times > 1 ? times + " times " : "")
                                + ServerLimit.QUESTION_TIME.setting().orElseThrow() + "); ask for less of the graph",
                        RETRY_SECONDS);
        };
    }
}
