package dev.tern.server.job;

import dev.tern.error.TernException;
import dev.tern.ingest.IngestReport;
import dev.tern.server.front.Faults;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerLimits;
import dev.tern.server.traces.Traces;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of a server: those of one graph run one after the other in the order in which they came, those of different
 * graphs side by side.
 *
 * <p>What was sent is on disk before the job is promised, so that a process that ends, in whatever way, loses none: the next
 * one goes on with what waited or was under way. A store or a model that does not answer is tried again, later and later.
 * Thread-safe.
 */
public final class Jobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final int REMEMBERED = 500;
    private static final int MOST_TRIES = 50;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Graphs graphs;
    private final Spool spool;
    private final ServerLimits limits;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Traces traces;
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final Map<String, Future<?>> futures = new ConcurrentHashMap<>();
    private final Map<String, ExecutorService> lanes = new ConcurrentHashMap<>();
    private volatile boolean closing;

    /**
     * Jobs over some graphs; those that an earlier process left are begun.
     *
     * @param folder where they are kept
     */
    public Jobs(Graphs graphs, Path folder, ServerLimits limits, Quotas quotas, Metrics metrics, Traces traces) {
        this.graphs = graphs;
        this.spool = new Spool(folder);
        this.limits = limits;
        this.quotas = quotas;
        this.metrics = metrics;
        this.traces = traces;
        for (Job found : spool.found()) {
            Job job = found.isOver() ? found : found.waitingAgain(null);
            jobs.put(job.id(), job);
            if (!job.isOver()) {
                begin(job);
            }
        }
    }

    /**
     * Takes a job.
     *
     * @param subject what it is about, for people
     * @param content what was sent for it
     * @param most the most bytes that are taken of it
     * @return the job; empty if there were more bytes
     * @throws Problem if too much waits already
     */
    public Optional<Job> take(
            String graph, Job.Kind kind, String subject, String caller, InputStream content, long most)
            throws IOException {
        List<Job> waiting = jobs.values().stream().filter(job -> !job.isOver()).toList();
        if (closing) {
            throw Problem.unavailable("the server is about to end", 10);
        }
        if (waiting.size() >= limits.waitingJobs()) {
            throw Problem.unavailable(waiting.size() + " jobs wait, which is the limit (waitingJobs)", 30);
        }
        long left = limits.spoolBytes() - spool.bytes(waiting);
        if (left <= 0) {
            throw Problem.unavailable("what waits for its job fills the limit (spoolBytes)", 30);
        }
        Job job = Job.waiting(graph, kind, subject, caller);
        if (!spool.keep(job, content, Math.min(most, left))) {
            return Optional.empty();
        }
        jobs.put(job.id(), job);
        trim();
        begin(job);
        return Optional.of(job);
    }

    /** The jobs of a graph, newest first. */
    public List<Job> of(String graph) {
        return jobs.values().stream()
                .filter(job -> job.graph().equals(graph))
                .sorted(Comparator.comparing(Job::created).reversed())
                .toList();
    }

    /** A job of a graph. */
    public Optional<Job> find(String graph, String id) {
        return Optional.ofNullable(jobs.get(id)).filter(job -> job.graph().equals(graph));
    }

    /** How many wait or run. */
    public long unfinished() {
        return jobs.values().stream().filter(job -> !job.isOver()).count();
    }

    /** Ends a job; one that is over stays as it is. */
    public Job cancel(Job job) {
        Job now = change(
                job.id(),
                current -> current.isOver()
                        ? current
                        : current.over(Job.State.CANCELLED, "ended by " + job.caller(), null));
        Future<?> future = futures.remove(job.id());
        if (future != null) {
            future.cancel(true);
            spool.end(now);
        }
        return now;
    }

    private void begin(Job job) {
        ExecutorService lane = lanes.computeIfAbsent(
                job.graph(),
                graph -> Executors.newSingleThreadExecutor(
                        Thread.ofVirtual().name("tern-jobs-" + graph).factory()));
        futures.put(job.id(), lane.submit(() -> run(job.id())));
    }

    private Job change(String id, UnaryOperator<Job> how) {
        Job changed = jobs.computeIfPresent(id, (key, job) -> how.apply(job));
        if (changed == null) {
            throw new IllegalStateException("there is no job " + id);
        }
        return changed;
    }

    /** Runs a job, again and again if whom it needs does not answer. */
    private void run(String id) {
        while (!closing) {
            Job job = change(id, before -> before.isOver() ? before : before.running());
            if (job.isOver()) {
                return;
            }
            Optional<Duration> wait = attempt(job);
            if (wait.isEmpty()) {
                return;
            }
            try {
                Thread.sleep(wait.get());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Tries once; says how long to wait before the next try, or nothing if there is none. */
    private Optional<Duration> attempt(Job job) {
        Traces.Job trace = traces.job(lower(job.kind()), job.id(), job.tries() - 1);
        Optional<Intake.Outcome> outcome = Optional.empty();
        try {
            spool.write(job);
            outcome = Optional.of(new JobWork(graphs, spool, new Heard(job.id())).run(job));
            done(job.id(), outcome.get());
            return Optional.empty();
        } catch (RuntimeException | IOException e) {
            if (closing || Thread.currentThread().isInterrupted()) {
                change(job.id(), now -> now.isOver() ? now : now.waitingAgain(null));
                return Optional.empty();
            }
            Problem told = Faults.told(e, job.id());
            boolean later = e instanceof TernException known
                    && (known.fault() == TernException.Fault.STORE || known.fault() == TernException.Fault.MODEL)
                    && job.tries() < MOST_TRIES;
            if (later) {
                spool.write(change(job.id(), now -> now.waitingAgain(told.getMessage() + "; it is tried again")));
                return Optional.of(pause(job.tries()));
            }
            end(job.id(), Job.State.FAILED, told.getMessage(), null);
            return Optional.empty();
        } finally {
            trace.ended(outcome);
        }
    }

    private static Duration pause(int tries) {
        long seconds = Math.min(LONGEST_WAIT.toSeconds(), 1L << Math.min(tries, 10));
        return Duration.ofSeconds(seconds);
    }

    private void done(String id, Intake.Outcome outcome) {
        change(id, job -> job.with(outcome.report()));
        if (outcome.report().spent()) {
            end(id, Job.State.FAILED, "maxCost was reached; retry-failed goes on with what waits", outcome.spent());
        } else {
            end(id, Job.State.DONE, null, outcome.spent());
        }
    }

    private void end(String id, Job.State state, @Nullable String why, Intake.@Nullable Spent spent) {
        if (spent != null) {
            // Before it is seen to be over: whoever looks at the figures then finds it counted.
            quotas.used(change(id, now -> now).caller(), spent.inputTokens() + spent.outputTokens());
            metrics.models("job", spent.calls(), spent.inputTokens(), spent.outputTokens());
        }
        Job job = change(id, now -> now.isOver() ? now : now.over(state, why, spent));
        spool.end(job);
        futures.remove(id);
        metrics.job(lower(job.kind()), lower(job.state()));
        LOG.info("job {} of graph {} is {}", id, job.graph(), lower(job.state()));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Lets go of the oldest that are over. */
    private void trim() {
        List<Job> over =
                new ArrayList<>(jobs.values().stream().filter(Job::isOver).toList());
        over.sort(Comparator.comparing(Job::created));
        for (Job old : over.subList(0, Math.max(0, over.size() - REMEMBERED))) {
            jobs.remove(old.id());
            spool.forget(old);
        }
    }

    /** Writes down how a job goes on. */
    private final class Heard implements Intake.Listener {
        private final String id;

        private Heard(String id) {
            this.id = id;
        }

        @Override
        public void progress(IngestReport soFar) {
            change(id, job -> job.with(soFar));
        }

        @Override
        public void skipped(String source, String reason) {
            change(id, job -> job.withSkipped(new Job.Skipped(source, reason)));
        }
    }

    /** Ends what is under way; it goes on when the server is started again. */
    @Override
    public void close() {
        closing = true;
        futures.values().forEach(future -> future.cancel(true));
        lanes.values().forEach(ExecutorService::shutdownNow);
        for (ExecutorService lane : lanes.values()) {
            try {
                if (!lane.awaitTermination(limits.shutdown().toMillis() + 1_000, TimeUnit.MILLISECONDS)) {
                    LOG.warn("a job does not end; it goes on when the server is started again");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
