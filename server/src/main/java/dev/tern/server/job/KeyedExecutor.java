package dev.tern.server.job;

import dev.tern.server.graphs.Locked;
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
 * Runs the tasks of each key one after the other in order of arrival, and tasks of a limited number
 * of keys concurrently. While a task pauses (by the monotonic clock), another key can run. An
 * exclusive task runs alone. Thread-safe.
 */
final class KeyedExecutor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyedExecutor.class);

    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("tern-job-pauses").factory());

    // Guarded by the lock.
    private final Map<String, TaskQueue> queues = new HashMap<>();
    private final Map<String, QueuedTask> tasks = new HashMap<>();
    private final Deque<TaskQueue> ready = new ArrayDeque<>();
    private int free;
    private int running;
    private boolean exclusive;
    private boolean closed;

    /** A task that runs again after each pause that it returns. */
    @FunctionalInterface
    interface RepeatedTask {
        /** Runs once and returns the pause before the next run, or empty at its end. */
        Optional<Duration> run();
    }

    private static final class TaskQueue {
        private final String key;
        private final Deque<QueuedTask> queue = new ArrayDeque<>();
        private @Nullable Future<?> pause;

        private TaskQueue(String key) {
            this.key = key;
        }
    }

    private static final class QueuedTask {
        private final String id;
        private final TaskQueue taskQueue;
        private final boolean exclusive;
        private final RepeatedTask task;
        private @Nullable Thread thread;

        private QueuedTask(String id, TaskQueue taskQueue, boolean alone, RepeatedTask task) {
            this.id = id;
            this.taskQueue = taskQueue;
            this.exclusive = alone;
            this.task = task;
        }
    }

    /**
     * Creates an executor without tasks.
     *
     * @param max the maximum number of keys whose tasks run concurrently
     * @param patience the maximum wait for running tasks on closing
     */
    KeyedExecutor(int max, Duration patience) {
        this.free = max;
        this.patience = patience;
    }

    /**
     * Adds a task at the end of the queue of a key; does nothing if the executor is closed.
     *
     * @param alone true if it must run alone
     */
    void add(String key, String id, boolean alone, RepeatedTask task) {
        Locked.run(lock, () -> {
            if (closed) {
                return;
            }
            TaskQueue taskQueue = queues.computeIfAbsent(key, TaskQueue::new);
            QueuedTask last = new QueuedTask(id, taskQueue, alone, task);
            tasks.put(id, last);
            taskQueue.queue.add(last);
            if (taskQueue.queue.size() == 1) {
                ready.add(taskQueue);
                dispatch();
            }
        });
    }

    /** Removes a task; a running one is interrupted, and its queue continues after its end. */
    void remove(String id) {
        Locked.run(lock, () -> {
            QueuedTask one = tasks.remove(id);
            if (one == null) {
                return;
            }
            if (one.thread != null) {
                one.thread.interrupt();
            } else {
                boolean first = one.taskQueue.queue.peek() == one;
                one.taskQueue.queue.remove(one);
                if (first) {
                    ready.remove(one.taskQueue);
                    wake(one.taskQueue);
                }
            }
        });
    }

    /** Returns true once closing has begun; a task that ends afterwards may be incomplete. */
    boolean isClosed() {
        return Locked.get(lock, () -> closed);
    }

    private void dispatch() {
        while (free > 0
                && !ready.isEmpty()
                && !closed
                && mayBegin(ready.element().queue.element())) {
            QueuedTask next = ready.remove().queue.element();
            free--;
            running++;
            exclusive = next.exclusive;
            next.thread = Thread.ofVirtual().name("tern-job-" + next.id).unstarted(() -> run(next));
            next.thread.start();
        }
    }

    private boolean mayBegin(QueuedTask next) {
        return running == 0 || !(exclusive || next.exclusive);
    }

    private void run(QueuedTask one) {
        Optional<Duration> pause = Optional.empty();
        try {
            pause = one.task.run();
        } catch (Throwable e) {
            LOG.error("job {} is unchanged until the next start", one.id, e);
        } finally {
            taskEnded(one, pause);
        }
    }

    private void taskEnded(QueuedTask one, Optional<Duration> pause) {
        Locked.run(lock, () -> {
            one.thread = null;
            free++;
            running--;
            boolean delayed = pause.isPresent() && tasks.get(one.id) == one && !closed;
            if (delayed) {
                one.taskQueue.pause = pauses.schedule(
                        () -> pauseEnded(one.taskQueue), pause.get().toMillis(), TimeUnit.MILLISECONDS);
            } else {
                one.taskQueue.queue.remove(one);
                tasks.remove(one.id, one);
                wake(one.taskQueue);
            }
            dispatch();
            if (running == 0) {
                idle.signalAll();
            }
        });
    }

    private void pauseEnded(TaskQueue taskQueue) {
        Locked.run(lock, () -> {
            if (taskQueue.pause != null) {
                wake(taskQueue);
            }
        });
    }

    private void wake(TaskQueue taskQueue) {
        if (taskQueue.pause != null) {
            taskQueue.pause.cancel(false);
            taskQueue.pause = null;
        }
        if (taskQueue.queue.isEmpty()) {
            queues.remove(taskQueue.key);
        } else {
            ready.add(taskQueue);
            dispatch();
        }
    }

    /** Returns the number of keys with tasks. */
    int queueCount() {
        return Locked.get(lock, queues::size);
    }

    /** Starts no more tasks, interrupts the running ones, and waits for them for a limited time. */
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
                LOG.warn("{} jobs do not end; they continue when the server is restarted", running);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
