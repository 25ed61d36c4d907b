package dev.tern.documents.sync.command;

import dev.tern.app.limits.SyncRoots;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.error.TernException;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Locked;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.Job;
import dev.tern.server.job.Jobs;
import dev.tern.server.settings.ServerSettings;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronises graphs with their sources. Each run is a job, and one job runs at a time per graph;
 * a source whose job is queued or running is not queued again, and a failed job of the same caller
 * is retried. Thread-safe.
 */
final class SourceRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SourceRuns.class);
    private static final String OWN = "tern serve";
    private static final Duration MAX_CHECK_INTERVAL = Duration.ofMinutes(1);

    private final Graphs graphs;
    private final Jobs jobs;
    private final Optional<Duration> every;
    private final SyncRoots roots;
    private final InstantSource clock;
    private final ReentrantLock beginning = new ReentrantLock();
    /** The time of the next check of each graph; confined to the timer's thread. */
    private final Map<String, Instant> next = new HashMap<>();
    /** The refusals that were logged; confined to the timer's thread. */
    private final Set<String> logged = new HashSet<>();

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("tern-source-runs").factory());

    /** Creates an instance; if an interval is set, a timer starts due runs of permitted sources. */
    SourceRuns(Graphs graphs, Jobs jobs, ServerSettings settings, InstantSource clock) {
        this.graphs = graphs;
        this.jobs = jobs;
        this.every = settings.syncEvery();
        this.roots = settings.syncRoots();
        this.clock = clock;
        every.ifPresent(interval -> {
            long millis = Math.min(interval.toMillis(), MAX_CHECK_INTERVAL.toMillis());
            ScheduledFuture<?> unused =
                    timer.scheduleWithFixedDelay(() -> lookAround(interval), millis, millis, TimeUnit.MILLISECONDS);
        });
    }

    /** Returns true if an interval is configured, so that this server synchronises graphs. */
    boolean areMade() {
        return every.isPresent();
    }

    /**
     * Returns the job for a source: a queued or running one, else a failed one of the same caller,
     * which is retried, else a new one.
     *
     * @param caller the name of the caller whose tokens the job uses
     * @throws Problem if the source may not be read, the queue is full, or the graph is being
     *     removed
     */
    Job begin(String graph, SyncedSource source, String caller) {
        roots.refusal(source.name(), source.address()).ifPresent(why -> {
            throw Problem.conflict(why);
        });
        return begin(graph, source.name(), caller);
    }

    private Job begin(String graph, String source, String caller) {
        return Locked.get(beginning, () -> {
            List<Job> known = jobs.of(graph).stream()
                    .filter(job -> job.kind() == Job.Kind.SYNC && job.subject().equals(source))
                    .toList();
            Optional<Job> under = known.stream().filter(job -> !job.hasEnded()).findFirst();
            if (under.isPresent()) {
                return under.get();
            }
            Optional<Job> failed = known.stream()
                    .filter(job -> job.retriable() && job.caller().equals(caller))
                    .findFirst();
            if (failed.isPresent()) {
                return jobs.retry(failed.get());
            }
            byte[] name = source.getBytes(StandardCharsets.UTF_8);
            return jobs.accept(graph, Job.Kind.SYNC, source, caller, new ByteArrayInputStream(name));
        });
    }

    /** Begins the due runs of all graphs. A failure in one graph does not stop the others. */
    private void lookAround(Duration interval) {
        try {
            List<String> names = graphs.names();
            next.keySet().retainAll(names);
            for (String name : names) {
                if (!clock.instant().isBefore(next.getOrDefault(name, Instant.MIN))) {
                    next.put(name, clock.instant().plus(interval));
                    lookAt(name, interval);
                }
            }
        } catch (Throwable e) {
            // An executor stops repeating a task that has thrown.
            LOG.warn("the sources of the graphs cannot be read: {}", e.toString());
        }
    }

    private void lookAt(String graph, Duration interval) {
        try {
            graphs.find(graph).ifPresent(open -> begin(open, interval));
        } catch (Problem | TernException e) {
            LOG.warn("graph {} is not synchronised with its sources now: {}", graph, e.getMessage());
        } catch (Throwable e) {
            LOG.error("graph {} is not synchronised with its sources now", graph, e);
        }
    }

    private void begin(ServedGraph graph, Duration interval) {
        try (graph) {
            for (SyncedSource source : SyncedSource.in(graph.store().latest().notes())) {
                Instant due = source.started().plus(interval);
                Optional<String> refusal = roots.refusal(source.name(), source.address());
                if (refusal.isPresent()) {
                    logOnce("graph " + graph.name() + ": " + refusal.get());
                } else if (clock.instant().isBefore(due)) {
                    next.merge(graph.name(), due, (one, other) -> one.isBefore(other) ? one : other);
                } else {
                    begin(graph.name(), source.name(), OWN);
                }
            }
        }
    }

    private void logOnce(String refusal) {
        if (logged.add(refusal)) {
            LOG.warn("{}", refusal);
        }
    }

    /** Stops the timer, and waits until it is idle. Queued jobs stay. */
    @Override
    public void close() {
        timer.close();
    }
}
