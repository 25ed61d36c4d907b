package dev.tern.server.job;

import dev.tern.error.TernException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All jobs as they stand. How a job stands is on disk before anybody sees it; only what it has done so far is written with
 * the next change of its state. Thread-safe.
 */
final class Register {
    private static final Logger LOG = LoggerFactory.getLogger(Register.class);

    /** The most jobs that are over, and the most of those that can be retried, that are remembered. */
    static final int REMEMBERED = 500;

    /** How long what was sent for a job that failed is kept. */
    static final Duration KEPT = Duration.ofDays(30);

    private final JobSpool spool;
    private final long keptBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final Map<String, Reason> reasons = new ConcurrentHashMap<>();

    /** The words for callers of a failure, and those of the log. */
    private record Reason(String told, String reason) {}

    private long last;

    /**
     * The jobs of a spool.
     *
     * @param keptBytes the most bytes that are kept of what was sent for jobs that failed
     */
    Register(JobSpool spool, long keptBytes) {
        this.spool = spool;
        this.keptBytes = keptBytes;
    }

    /** Takes in a job of an earlier run, as it stands now. */
    Job add(Job found, UnaryOperator<Job> now) {
        lock.lock();
        try {
            jobs.put(found.id(), found);
            last = Math.max(last, found.number());
            try {
                return settle(found.id(), now);
            } catch (TernException e) {
                LOG.warn("job {} cannot be written down: {}", found.id(), e.getMessage(), e);
                Job job = now.apply(found);
                jobs.put(job.id(), job);
                return job;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in a job whose payload has been received, in the order of the calls.
     *
     * @return the job as it waits for its turn
     */
    Job accept(Job received, Consumer<Job> begin) {
        lock.lock();
        try {
            Job job = received.numbered(last + 1);
            spool.accept(job);
            last++;
            jobs.put(job.id(), job);
            begin.accept(job);
            return job;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps the words of the log for what a job tells of a failure, which the operator may see. */
    void explain(String id, String told, String reason) {
        reasons.put(id, new Reason(told, reason));
    }

    /** A job with the words of the log in its problem, where they are known. */
    Job toOperator(Job job) {
        Reason known = reasons.get(job.id());
        return known == null || job.problem() == null
                ? job
                : job.saying(job.problem().replace(known.told, known.reason));
    }

    /** All of them, in no order. */
    List<Job> all() {
        return List.copyOf(jobs.values());
    }

    Optional<Job> find(String id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /**
     * Changes how a job stands.
     *
     * @throws dev.tern.error.TernException if it cannot be written; then it stands as before
     */
    Job settle(String id, UnaryOperator<Job> how) {
        lock.lock();
        try {
            Job before = require(id);
            Job after = how.apply(before);
            if (!after.equals(before)) {
                spool.write(after);
            }
            if (!after.needsPayload()) {
                spool.deletePayload(after);
            }
            jobs.put(id, after);
            return after;
        } finally {
            lock.unlock();
        }
    }

    /** Notes what a job has done so far. */
    void note(String id, UnaryOperator<Job> how) {
        lock.lock();
        try {
            jobs.computeIfPresent(id, (key, job) -> how.apply(job));
        } finally {
            lock.unlock();
        }
    }

    private Job require(String id) {
        Job job = jobs.get(id);
        if (job == null) {
            throw new IllegalStateException("there is no job " + id);
        }
        return job;
    }

    /**
     * Lets go of the oldest that are over, and of what was sent for the oldest that failed. One that cannot be written down
     * stays as it is until the next call: the callers have something of another job to report.
     */
    void trim() {
        lock.lock();
        try {
            long held = 0;
            int retriable = 0;
            for (Job job : newestFirst(Job::retriable)) {
                held += spool.size(job);
                boolean old = job.asked().isBefore(Instant.now().minus(KEPT));
                if (++retriable > REMEMBERED || held > keptBytes || old) {
                    letGo(job);
                }
            }
            newestFirst(job -> job.hasEnded() && !job.retriable()).stream()
                    .skip(REMEMBERED)
                    .forEach(old -> {
                        jobs.remove(old.id());
                        reasons.remove(old.id());
                        spool.deleteJob(old);
                    });
        } finally {
            lock.unlock();
        }
    }

    private void letGo(Job job) {
        try {
            settle(job.id(), Job::withoutPayload);
        } catch (TernException e) {
            LOG.warn(
                    "job {} cannot be written down, and what was sent for it is kept on: {}",
                    job.id(),
                    e.getMessage(),
                    e);
        }
    }

    private List<Job> newestFirst(Predicate<Job> which) {
        return jobs.values().stream()
                .filter(which)
                .sorted(Comparator.comparingLong(Job::number).reversed())
                .toList();
    }
}
