package dev.tern.server.job;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.app.limits.SyncRoots;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
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

/**
 * The jobs of a server: those of one graph run one after the other in the order in which they came, those of different
 * graphs side by side, {@link ServerLimits#runningJobs} at once.
 *
 * <p>What was sent is forced to disk before the job is promised, so that a process that ends, in whatever way, loses none: the
 * next one goes on with what waited or was under way. Thread-safe.
 */
public final class Jobs implements AutoCloseable {
    private final JobSpool spool;
    private final ServerLimits limits;
    private final Register register;
    private final Lanes lanes;
    private final Attempts attempts;
    private final ReentrantLock door = new ReentrantLock();

    // Guarded by the door. The graphs of the jobs that are being let in, by their ids.
    private final Map<String, String> arriving = new HashMap<>();
    private final Set<String> dropping = new HashSet<>();
    private boolean closing;

    /**
     * Jobs over some graphs; those that an earlier process left are begun.
     *
     * @param folder where they are kept
     * @param syncRoots what may be read to bring graphs into step with their sources
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

    Jobs(Attempts.Work work, Path folder, ServerLimits limits, Quotas quotas, Metrics metrics, Traces traces) {
        this.limits = limits;
        this.spool = new JobSpool(folder, limits.spoolBytes());
        this.register = new Register(spool, limits.spoolBytes() / 2);
        this.lanes = new Lanes(limits.runningJobs(), limits.shutdown().plusSeconds(1));
        this.attempts = new Attempts(register, spool, work, quotas, metrics, traces);
        for (Job found : spool.found()) {
            Job job = register.add(found, this::afterRestart);
            if (!job.hasEnded()) {
                begin(job);
            }
        }
        register.trim();
    }

    private Job afterRestart(Job found) {
        if (found.needsPayload() && !spool.holds(found)) {
            return found.hasEnded()
                    ? found.withoutPayload()
                    : found.failed("what was sent for it is not in the server's folder any more", false);
        }
        if (found.state() != Job.State.RUNNING) {
            return found;
        }
        Job struck = found.struck();
        return struck.strikes() < Job.LAST_STRIKE
                ? struck.waitingAgain(null)
                : struck.failed(
                        "the server's process ended " + Job.LAST_STRIKE
                                + " times while this job ran; what was sent for it is kept, and a retry begins it"
                                + " again",
                        true);
    }

    /**
     * Takes a job that was sent, unless there are too many.
     *
     * @param subject what it is about, for people
     * @param content what was sent for it
     * @param most the most bytes that are taken of it
     * @return the job; empty if there were more bytes
     * @throws Problem if too much waits already, or the graph is being removed
     * @throws dev.tern.error.TernException if it cannot be kept on disk
     */
    public Optional<Job> take(
            String graph, Job.Kind kind, String subject, String caller, InputStream content, long most) {
        return take(Job.waiting(graph, kind, subject, caller), content, most);
    }

    /** Takes a job, for which files may have been received before. */
    Optional<Job> take(Job job, InputStream content, long most) {
        return within(job, () -> {
            if (!spool.receive(job, content, most)) {
                return Optional.empty();
            }
            return Optional.of(register.accept(job, this::begin));
        });
    }

    /**
     * Takes one of several files of a job that is taken afterwards.
     *
     * @param number its place among them, from 0
     * @return whether all of it was taken; if not, nothing of it is kept
     * @throws Problem if too much is kept already
     * @throws dev.tern.error.TernException if it cannot be kept on disk
     */
    boolean receive(Job job, int number, InputStream content, long most) {
        return spool.receive(job, number, content, most);
    }

    /** Lets go of what was received for a job that is not taken. */
    void forget(Job job) {
        spool.deleteJob(job);
    }

    /**
     * Does something with what is sent, which is kept in the server's folder meanwhile and counts with what was sent for jobs.
     *
     * @param most the most bytes that are taken of it
     * @return what comes of it; empty if there were more bytes
     * @throws Problem if too much is kept already
     * @throws dev.tern.error.TernException if it cannot be kept on disk
     */
    public <T> Optional<T> keeping(InputStream content, long most, Function<Path, T> work) {
        // Never promised: what a crash leaves of it goes at the next start.
        Job never = Job.waiting("", Job.Kind.UPLOAD, "", "");
        try {
            return spool.receive(never, content, most)
                    ? Optional.of(work.apply(spool.payload(never)))
                    : Optional.empty();
        } finally {
            spool.deleteJob(never);
        }
    }

    /**
     * Begins a job again that failed and whose payload is kept.
     *
     * @throws Problem if it has not failed, nothing is kept, too much waits already, or the graph is being removed
     */
    public Job retry(Job job) {
        return within(job, () -> {
            Job now = register.settle(job.id(), failed -> {
                if (!failed.retriable()) {
                    throw Problem.conflict(
                            failed.state() == Job.State.FAILED
                                    ? "what was sent for this job is not kept any more"
                                    : "only a job that failed can be tried again");
                }
                return failed.retried();
            });
            begin(now);
            return now;
        });
    }

    private interface Taking<T> {
        T take();
    }

    /** Accepts a job if there is room for it, and keeps its graph from being removed meanwhile. */
    private <T> T within(Job job, Taking<T> taking) {
        door.lock();
        try {
            requireRoom(job);
            arriving.put(job.id(), job.graph());
        } finally {
            door.unlock();
        }
        try {
            T taken = taking.take();
            register.trim();
            return taken;
        } finally {
            door.lock();
            try {
                arriving.remove(job.id());
            } finally {
                door.unlock();
            }
        }
    }

    private void requireRoom(Job job) {
        if (closing) {
            throw Problem.unavailable("the server is about to end", 10);
        }
        if (dropping.contains(job.graph())) {
            throw Problem.conflict("the graph is being removed");
        }
        if (arriving.containsKey(job.id())) {
            throw Problem.conflict("this job is being tried again");
        }
        // One that has been written down is not yet gone from those that arrive.
        long waiting = register.all().stream()
                        .filter(other -> !other.hasEnded() && !arriving.containsKey(other.id()))
                        .count()
                + arriving.size();
        if (waiting >= limits.waitingJobs()) {
            throw Problem.unavailable(
                    waiting + " jobs wait, which is the limit (" + ServerLimit.WAITING_JOBS.key() + ")", 30);
        }
    }

    /**
     * Removes a graph while none of its jobs is under way and none is let in. What was sent for those that failed goes with
     * it.
     *
     * @param removal removes it
     * @return what the removal says
     * @throws Problem if jobs of the graph wait, run or arrive
     */
    public boolean drop(String graph, BooleanSupplier removal) {
        door.lock();
        try {
            if (arriving.containsValue(graph) || of(graph).stream().anyMatch(job -> !job.hasEnded())) {
                throw Problem.conflict("jobs of this graph wait or run: end them first, or let them come to their end");
            }
            if (!dropping.add(graph)) {
                throw Problem.conflict("the graph is being removed");
            }
        } finally {
            door.unlock();
        }
        try {
            boolean removed = removal.getAsBoolean();
            of(graph).stream().filter(Job::retriable).forEach(job -> register.settle(job.id(), Job::withoutPayload));
            return removed;
        } finally {
            door.lock();
            try {
                dropping.remove(graph);
            } finally {
                door.unlock();
            }
        }
    }

    /** The jobs of a graph, newest first. */
    public List<Job> of(String graph) {
        return of(graph::equals);
    }

    /** The jobs of some graphs, newest first. */
    public List<Job> of(Predicate<String> graphs) {
        return register.all().stream()
                .filter(job -> graphs.test(job.graph()))
                .sorted(Comparator.comparingLong(Job::number)
                        .thenComparing(Job::asked)
                        .reversed())
                .toList();
    }

    /** A job of a graph. */
    public Optional<Job> find(String graph, String id) {
        return register.find(id).filter(job -> job.graph().equals(graph));
    }

    /** A job as the operator of the server sees it: its problem in the words of the log, as long as the server runs. */
    public Job toOperator(Job job) {
        return register.toOperator(job);
    }

    /** How many wait or run. */
    public long unfinished() {
        return register.all().stream().filter(job -> !job.hasEnded()).count();
    }

    /**
     * Ends a job, and lets go of what was sent for it, also of one that failed; one that is over otherwise stays as it is.
     *
     * @param who ends it
     */
    public Job cancel(Job job, String who) {
        Job now = register.settle(job.id(), current -> current.needsPayload() ? current.cancelled(who) : current);
        lanes.remove(job.id());
        return now;
    }

    private void begin(Job job) {
        lanes.add(job.graph(), job.id(), job.isSuspect(), () -> attempts.next(job.id(), lanes::isClosed));
    }

    /** Ends what is under way; it goes on when the server is started again. */
    @Override
    public void close() {
        door.lock();
        try {
            closing = true;
        } finally {
            door.unlock();
        }
        lanes.close();
    }
}
