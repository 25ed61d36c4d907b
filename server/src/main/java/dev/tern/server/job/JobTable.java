package dev.tern.server.job;

import dev.tern.error.TernException;
import dev.tern.server.graphs.Locked;
import dev.tern.server.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
 * Holds all jobs, and writes a state to disk before it becomes visible, except in {@link #add};
 * progress is only in memory until the next change of state. Thread-safe.
 */
final class JobTable {
    private static final Logger LOG = LoggerFactory.getLogger(JobTable.class);

    /** The maximum number of retriable jobs, and also of other ended jobs. */
    static final int MAX_ENDED_JOBS = 500;

    /** The maximum age of a failed job's payload, counted from the request, at a {@link #trim}. */
    static final Duration PAYLOAD_RETENTION = Duration.ofDays(30);

    private final JobSpool spool;
    private final long maxPayloadBytes;
    private final Metrics metrics;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final Map<String, FailureReason> reasons = new ConcurrentHashMap<>();

    /** A failure's message for callers, and the reason for the operator. */
    private record FailureReason(String message, String reason) {}

    private long last;

    /** Creates an empty table; {@code maxPayloadBytes} limits the payloads of failed jobs. */
    JobTable(JobSpool spool, long maxPayloadBytes, Metrics metrics) {
        this.metrics = metrics;
        this.spool = spool;
        this.maxPayloadBytes = maxPayloadBytes;
    }

    /** Adds a job of an earlier process in its new state; logs a warning if writing it fails. */
    Job add(Job found, UnaryOperator<Job> change) {
        return Locked.get(lock, () -> {
            jobs.put(found.id(), found);
            last = Math.max(last, found.number());
            try {
                return changeState(found.id(), change);
            } catch (TernException e) {
                LOG.warn("job {} cannot be stored: {}", found.id(), e.getMessage(), e);
                return replace(found, change.apply(found));
            }
        });
    }

    private Job replace(Job before, Job after) {
        if (after.hasEnded() && !before.hasEnded()) {
            metrics.job(lower(after.kind()), lower(after.state()));
        }
        jobs.put(after.id(), after);
        return after;
    }

    /**
     * Adds a job whose payload has been received, and numbers it in the order of the calls.
     *
     * @param begin called with the numbered job, before any other job is added
     * @return the numbered job
     */
    Job accept(Job received, Consumer<Job> begin) {
        return Locked.get(lock, () -> {
            Job job = received.numbered(last + 1);
            spool.accept(job);
            last++;
            jobs.put(job.id(), job);
            begin.accept(job);
            return job;
        });
    }

    /** Records both messages of a job's failure: for callers, and for the operator. */
    void explain(String id, String message, String reason) {
        reasons.put(id, new FailureReason(message, reason));
    }

    /** Returns the job with the operator's message in its problem, if that message is known. */
    Job toOperator(Job job) {
        FailureReason known = reasons.get(job.id());
        return known == null || job.problem() == null
                ? job
                : job.saying(job.problem().replace(known.message, known.reason));
    }

    List<Job> all() {
        return List.copyOf(jobs.values());
    }

    Optional<Job> find(String id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /** Changes the state of a known job; throws, without a change, if it cannot be written. */
    Job changeState(String id, UnaryOperator<Job> change) {
        return Locked.get(lock, () -> {
            Job before = require(id);
            Job after = change.apply(before);
            if (!after.equals(before)) {
                spool.write(after);
            }
            if (!after.needsPayload()) {
                spool.deletePayload(after);
            }
            return replace(before, after);
        });
    }

    /** Records the progress of a job, in memory only. */
    void recordProgress(String id, UnaryOperator<Job> change) {
        Locked.run(lock, () -> jobs.computeIfPresent(id, (key, job) -> change.apply(job)));
    }

    private Job require(String id) {
        Job job = jobs.get(id);
        if (job == null) {
            throw new IllegalStateException("there is no job " + id);
        }
        return job;
    }

    /**
     * Removes the oldest ended jobs above the limit, and deletes the payloads of the oldest failed
     * jobs above the limits, or requested over 30 days ago. A job that cannot be written keeps its
     * payload until the next call; the write error is only logged.
     */
    void trim() {
        Locked.run(lock, () -> {
            long held = 0;
            int retriable = 0;
            for (Job job : newestFirst(Job::retriable)) {
                held += spool.payloadBytes(job);
                boolean old = job.requestTime().isBefore(Instant.now().minus(PAYLOAD_RETENTION));
                if (++retriable > MAX_ENDED_JOBS || held > maxPayloadBytes || old) {
                    dropPayload(job);
                }
            }
            newestFirst(job -> job.hasEnded() && !job.retriable()).stream()
                    .skip(MAX_ENDED_JOBS)
                    .forEach(old -> {
                        jobs.remove(old.id());
                        reasons.remove(old.id());
                        spool.deleteJob(old);
                    });
        });
    }

    private void dropPayload(Job job) {
        try {
            changeState(job.id(), Job::withoutPayload);
        } catch (TernException e) {
            LOG.warn("job {} cannot be stored, and its upload is kept: {}", job.id(), e.getMessage(), e);
        }
    }

    private List<Job> newestFirst(Predicate<Job> which) {
        return jobs.values().stream()
                .filter(which)
                .sorted(Comparator.comparingLong(Job::number).reversed())
                .toList();
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
