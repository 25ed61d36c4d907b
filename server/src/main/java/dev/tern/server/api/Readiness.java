package dev.tern.server.api;

import dev.tern.server.graphs.Graphs;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Checks if the store responds, at most once a second, as anybody may ask. Thread-safe. */
final class Readiness {
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final Graphs graphs;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Answer last;

    private record Answer(long nanos, @Nullable RuntimeException failure) {}

    Readiness(Graphs graphs) {
        this.graphs = graphs;
    }

    /** Checks if due; throws the last check's failure. */
    void require() {
        Answer answer = last;
        if (answer == null) {
            asking.lock();
            try {
                answer = last == null ? ask() : last;
            } finally {
                asking.unlock();
            }
        } else if (System.nanoTime() - answer.nanos() > FRESH_NANOS && asking.tryLock()) {
            try {
                answer = ask();
            } finally {
                asking.unlock();
            }
        }
        if (answer != null && answer.failure() != null) {
            throw answer.failure();
        }
    }

    private Answer ask() {
        RuntimeException failure = null;
        try {
            graphs.names();
        } catch (RuntimeException e) {
            failure = e;
        }
        Answer answer = new Answer(System.nanoTime(), failure);
        last = answer;
        return answer;
    }
}
