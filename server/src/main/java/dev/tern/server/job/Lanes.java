package dev.tern.server.job;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor with lanes: tasks of one lane run one after the other in order of arrival, and a
 * limited number of lanes run concurrently. An exclusive task runs alone. An empty lane takes no
 * memory, and a pausing one no slot; pauses use the monotonic clock. Thread-safe.
 */
final class Lanes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);

    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("tern-job-pauses").factory());

    // Guarded by the lock.
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Map<String, QueuedTask> tasks = new HashMap<>();
    private final Deque<Lane> ready = new ArrayDeque<>();
    private int free;
    private int running;
    private boolean alone;
    private boolean closed;

    /** A task, run repeatedly until it returns no pause. */
    @FunctionalInterface
    interface Task {
        /** Runs once and returns the pause before the next run, or empty at its end. */
        Optional<Duration> take();
    }

    private static final class Lane {
        private final String name;
        private final Deque<QueuedTask> queue = new ArrayDeque<>();
        private @Nullable Future<?> pause;

        private Lane(String name) {
            this.name = name;
        }
    }

    private static final class QueuedTask {
        private final String id;
        private final Lane lane;
        private final boolean alone;
        private final Task task;
        private @Nullable Thread thread;

        private QueuedTask(String id, Lane lane, boolean alone, Task task) {
            this.id = id;
            this.lane = lane;
            this.alone = alone;
            this.task = task;
        }
    }

    /**
     * Creates an executor without tasks.
     *
     * @param most the maximum concurrent lanes
     * @param patience the maximum wait for running tasks on closing
     */
    Lanes(int most, Duration patience) {
        this.free = most;
        this.patience = patience;
    }

    /**
     * Adds a task at the end of a lane.
     *
     * @param alone true if it must run alone
     */
    void add(String name, String id, boolean alone, Task task) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            Lane lane = lanes.computeIfAbsent(name, Lane::new);
            QueuedTask last = new QueuedTask(id, lane, alone, task);
            tasks.put(id, last);
            lane.queue.add(last);
            if (lane.queue.size() == 1) {
                ready.add(lane);
                dispatch();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Removes a task from its lane; a running one is interrupted, and its lane then continues. */
    void remove(String id) {
        lock.lock();
        try {
            QueuedTask one = tasks.remove(id);
            if (one == null) {
                return;
            }
            if (one.thread != null) {
                one.thread.interrupt();
            } else {
                boolean first = one.lane.queue.peek() == one;
                one.lane.queue.remove(one);
                if (first) {
                    ready.remove(one.lane);
                    wake(one.lane);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if it is closed: a task that ends now may be incomplete. */
    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void dispatch() {
        while (free > 0
                && !ready.isEmpty()
                && !closed
                && mayBegin(ready.element().queue.element())) {
            QueuedTask next = ready.remove().queue.element();
            free--;
            running++;
            alone = next.alone;
            next.thread = Thread.ofVirtual().name("tern-job-" + next.id).unstarted(() -> run(next));
            next.thread.start();
        }
    }

    private boolean mayBegin(QueuedTask next) {
        return running == 0 || !(alone || next.alone);
    }

    private void run(QueuedTask one) {
        Optional<Duration> pause = Optional.empty();
        try {
            pause = one.task.take();
        } catch (Throwable e) {
            LOG.error("job {} is left as it is until the next start", one.id, e);
        } finally {
            ended(one, pause);
        }
    }

    private void ended(QueuedTask one, Optional<Duration> pause) {
        lock.lock();
        try {
            one.thread = null;
            free++;
            running--;
            boolean again = pause.isPresent() && tasks.get(one.id) == one && !closed;
            if (again) {
                one.lane.pause =
                        pauses.schedule(() -> pauseEnded(one.lane), pause.get().toMillis(), TimeUnit.MILLISECONDS);
            } else {
                one.lane.queue.remove(one);
                tasks.remove(one.id, one);
                wake(one.lane);
            }
            dispatch();
            if (running == 0) {
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void pauseEnded(Lane lane) {
        lock.lock();
        try {
            if (lane.pause != null) {
                wake(lane);
            }
        } finally {
            lock.unlock();
        }
    }

    private void wake(Lane lane) {
        if (lane.pause != null) {
            lane.pause.cancel(false);
            lane.pause = null;
        }
        if (lane.queue.isEmpty()) {
            lanes.remove(lane.name);
        } else {
            ready.add(lane);
            dispatch();
        }
    }

    /** Returns the number of lanes with tasks. */
    int size() {
        lock.lock();
        try {
            return lanes.size();
        } finally {
            lock.unlock();
        }
    }

    /** Starts nothing more, interrupts running tasks and waits for them. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            pauses.shutdownNow();
            for (QueuedTask one : tasks.values()) {
                if (one.thread != null) {
                    one.thread.interrupt();
                }
            }
            long left = patience.toNanos();
            while (running > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
            if (running > 0) {
                LOG.warn("{} jobs do not end; they go on when the server is started again", running);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
