package dev.tern.server.job;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.app.limits.SyncRoots;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Locked;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.traces.Traces;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The jobs of a server: jobs of one graph run one after the other in order of arrival, jobs of
 * different graphs concurrently, at most {@link ServerLimit#RUNNING_JOBS} at once.
 *
 * <p>Jobs are synced to disk before they are accepted, so that no crash loses an accepted job: the
 * next process resumes waiting and running jobs. Thread-safe.
 */
public final class Jobs implements AutoCloseable {
    private final JobSpool spool;
    private final ServerLimits limits;
    private final JobTable jobTable;
    private final KeyedExecutor keyedExecutor;
    private final JobRetries jobRetries;
    private final ReentrantLock door = new ReentrantLock();

    // Guarded by the door: the graphs of the jobs being accepted, by the jobs' ids.
    private final Map<String, String> arriving = new HashMap<>();
    private final Set<String> dropping = new HashSet<>();
    private boolean closing;

    /**
     * Creates the jobs of some graphs, and resumes the jobs of an earlier process.
     *
     * @param folder the folder of the spool
     * @param syncRoots the folders and sites that synchronisation may read
     */
    public Jobs(
            Graphs graphs,
            Path folder,
            SyncRoots syncRoots,
            ServerLimits limits,
            Quotas quotas,
            Metrics metrics,
            Traces traces,
            InstantSource clock) {
        this(new JobWork(graphs, syncRoots, clock)::run, folder, limits, quotas, metrics, traces);
    }

    Jobs(JobRetries.AttemptWork work, Path folder, ServerLimits limits, Quotas quotas, Metrics metrics, Traces traces) {
        this.limits = limits;
        this.spool = new JobSpool(folder, limits.of(ServerLimit.SPOOL_BYTES));
        this.jobTable = new JobTable(spool, limits.of(ServerLimit.SPOOL_BYTES) / 2, metrics);
        this.keyedExecutor = new KeyedExecutor(
                limits.count(ServerLimit.RUNNING_JOBS),
                limits.time(ServerLimit.SHUTDOWN_TIME).plusSeconds(1));
        this.jobRetries = new JobRetries(jobTable, spool, work, quotas, metrics, traces);
        for (Job found : spool.loadJobs()) {
            Job job = jobTable.add(found, this::afterRestart);
            if (!job.hasEnded()) {
                begin(job);
            }
        }
        jobTable.trim();
    }

    private Job afterRestart(Job found) {
        if (found.needsPayload() && !spool.hasPayload(found)) {
            return found.hasEnded()
                    ? found.withoutPayload()
                    : found.failed("its upload is no longer in the server's folder", false);
        }
        if (found.state() != Job.State.RUNNING) {
            return found;
        }
        Job struck = found.struck();
        return struck.crashes() < Job.MAX_CRASHES
                ? struck.waitingAgain(null)
                : struck.failed(
                        "the server's process ended " + Job.MAX_CRASHES
                                + " times while this job ran; its upload is kept, and a retry starts it again",
                        true);
    }

    /**
     * Accepts a job, which runs after the earlier jobs of its graph.
     *
     * @param subject the subject of the job, for people
     * @param content the payload of the job
     * @throws Problem if the queue or the spool is full, the graph is being removed, or the server
     *     is closing
     * @throws dev.tern.error.TernException if the job cannot be written to disk
     */
    public Job accept(String graph, Job.Kind kind, String subject, String caller, InputStream content) {
        return accept(Job.waiting(graph, kind, subject, caller), content);
    }

    /** Accepts a job without payload, unless one of its kind waits for the graph. */
    public void acceptUnlessWaiting(String graph, Job.Kind kind, String subject, String caller) {
        if (of(graph).stream().noneMatch(job -> job.kind() == kind && job.state() == Job.State.WAITING)) {
            accept(graph, kind, subject, caller, InputStream.nullInputStream());
        }
    }

    /** Accepts a job with its content, and with the files received for it before. */
    Job accept(Job job, InputStream content) {
        return acceptIfRoom(job, () -> {
            spool.receive(job, content);
            return jobTable.accept(job, this::begin);
        });
    }

    /**
     * Receives one of several files of a job that is accepted afterwards.
     *
     * @param number the index of the file, from 0
     * @throws Problem if the spool is full
     * @throws dev.tern.error.TernException if it cannot be kept on disk
     */
    void receive(Job job, int number, InputStream content) {
        spool.receive(job, number, content);
    }

    /** Drops the files received for a job that is not accepted. */
    void forget(Job job) {
        spool.deleteJob(job);
    }

    /**
     * Stores a body in the spool during some work, within the limit of the spool.
     *
     * @throws Problem if the spool is full
     * @throws dev.tern.error.TernException if it cannot be kept on disk
     */
    public <T> T keeping(InputStream content, Function<Path, T> work) {
        // This job is never accepted; after a crash the next start deletes it.
        Job never = Job.waiting("", Job.Kind.UPLOAD, "", "");
        try {
            spool.receive(never, content);
            return work.apply(spool.payload(never));
        } finally {
            spool.deleteJob(never);
        }
    }

    /**
     * Retries a failed job whose payload is kept.
     *
     * @throws Problem if the job has not failed or is being retried, its payload is not kept, the
     *     queue is full, the graph is being removed, or the server is closing
     * @throws dev.tern.error.TernException if the job cannot be written to disk
     */
    public Job retry(Job job) {
        return acceptIfRoom(job, () -> {
            Job now = jobTable.changeState(job.id(), failed -> {
                if (!failed.retriable()) {
                    throw Problem.conflict(
                            failed.state() == Job.State.FAILED
                                    ? "the upload of this job was deleted"
                                    : "only a failed job can be retried");
                }
                return failed.retried();
            });
            begin(now);
            return now;
        });
    }

    /** Accepts a job if there is room, and keeps its graph from being removed meanwhile. */
    private Job acceptIfRoom(Job job, Supplier<Job> taking) {
        Locked.run(door, () -> {
            requireRoom(job);
            arriving.put(job.id(), job.graph());
        });
        try {
            Job taken = taking.get();
            jobTable.trim();
            return taken;
        } finally {
            Locked.run(door, () -> arriving.remove(job.id()));
        }
    }

    private void requireRoom(Job job) {
        if (closing) {
            throw Problem.unavailable("the server is shutting down", 10);
        }
        if (dropping.contains(job.graph())) {
            throw Problem.conflict("the graph is being removed");
        }
        if (arriving.containsKey(job.id())) {
            throw Problem.conflict("this job is being retried");
        }
        // A job is in the table before it leaves the arriving jobs; it must not be counted twice.
        long waiting = jobTable.all().stream()
                        .filter(other -> !other.hasEnded() && !arriving.containsKey(other.id()))
                        .count()
                + arriving.size();
        // An edit is made before its job, of which a graph has at most one that waits.
        if (waiting >= limits.count(ServerLimit.WAITING_JOBS) && job.kind() != Job.Kind.EDIT) {
            throw Problem.unavailable(waiting + " jobs wait, which is the limit", 30);
        }
    }

    /**
     * Removes a graph, then the payloads of its failed jobs.
     *
     * @param removal removes the graph; returns false if there was none
     * @return the result of the removal
     * @throws Problem if jobs of the graph wait, run or arrive, or the graph is being removed
     * @throws dev.tern.error.TernException if a job cannot be written to disk; the graph is already
     *     removed then
     */
    public boolean drop(String graph, BooleanSupplier removal) {
        Locked.run(door, () -> {
            if (arriving.containsValue(graph) || of(graph).stream().anyMatch(job -> !job.hasEnded())) {
                throw Problem.conflict("jobs of this graph wait or run: cancel them, or wait for their end");
            }
            if (!dropping.add(graph)) {
                throw Problem.conflict("the graph is being removed");
            }
        });
        try {
            boolean removed = removal.getAsBoolean();
            of(graph).stream()
                    .filter(Job::retriable)
                    .forEach(job -> jobTable.changeState(job.id(), Job::withoutPayload));
            return removed;
        } finally {
            Locked.run(door, () -> dropping.remove(graph));
        }
    }

    /** Returns the jobs of a graph, newest first. */
    public List<Job> of(String graph) {
        return of(graph::equals);
    }

    /** Returns the jobs of some graphs, newest first. */
    public List<Job> of(Predicate<String> graphs) {
        return jobTable.all().stream()
                .filter(job -> graphs.test(job.graph()))
                .sorted(Comparator.comparingLong(Job::number)
                        .thenComparing(Job::requestTime)
                        .reversed())
                .toList();
    }

    /** Returns a job; empty if the graph has no job with the id. */
    public Optional<Job> find(String graph, String id) {
        return jobTable.find(id).filter(job -> job.graph().equals(graph));
    }

    /** Returns the job with the log's message in its problem, if this process has logged one. */
    public Job toOperator(Job job) {
        return jobTable.toOperator(job);
    }

    /** Returns the number of waiting and running jobs. */
    public long unfinished() {
        return jobTable.all().stream().filter(job -> !job.hasEnded()).count();
    }

    /**
     * Cancels and interrupts a job, and deletes its payload; does nothing if the job has ended and
     * cannot be retried.
     *
     * @param who the name of the caller
     */
    public Job cancel(Job job, String who) {
        Job now = jobTable.changeState(job.id(), current -> current.needsPayload() ? current.cancelled(who) : current);
        keyedExecutor.remove(job.id());
        return now;
    }

    private void begin(Job job) {
        keyedExecutor.add(
                job.graph(), job.id(), job.isSuspect(), () -> jobRetries.runAttempt(job.id(), keyedExecutor::isClosed));
    }

    /**
     * Refuses new jobs, interrupts running ones, and waits for them for a limited time; the next
     * start resumes them.
     */
    @Override
    public void close() {
        Locked.run(door, () -> closing = true);
        keyedExecutor.close();
    }
}
