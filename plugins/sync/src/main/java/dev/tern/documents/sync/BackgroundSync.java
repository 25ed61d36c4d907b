package dev.tern.documents.sync;

import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestReport;
import dev.tern.store.GraphStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronises an application's graph with its documents in the background, place by place, on a
 * daemon thread. A failed place is logged and does not stop the others; it is retried when {@link
 * #start} is called again. Removals for which {@link SourceSync} requires permission never happen.
 * Thread-safe.
 */
public final class BackgroundSync implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundSync.class);
    private static final String BY = "application";
    private static final Duration LOGGED_EVERY = Duration.ofSeconds(30);
    private static final Duration END_WAIT = Duration.ofSeconds(30);
    private static final int FAILURES_LOGGED = 20;

    private final GraphRag rag;
    private final SourceSync sync;
    private final DocumentPlaces places;
    private final SyncOptions options;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<SyncProgress.PlaceProgress> progress = new ArrayList<>();
    private @Nullable Thread thread;
    private boolean closed;

    /**
     * Creates an idle instance.
     *
     * @param rag adds and removes documents; the caller closes it after this
     * @param store the store of {@code rag}
     * @param places the places to read
     * @param loader reads the places
     * @param moved true if a place may have another address than in the last run
     */
    public BackgroundSync(GraphRag rag, GraphStore store, DocumentPlaces places, SourceLoader loader, boolean moved) {
        this.rag = rag;
        this.clock = Clock.systemUTC();
        this.sync = new SourceSync(store, rag::remove, BY, clock);
        this.places = places;
        this.options = SyncOptions.of(loader::excluding).withAddressChanges(moved);
        places.places()
                .forEach(named -> progress.add(new SyncProgress.PlaceProgress(
                        named.text(),
                        SyncProgress.PlaceState.WAITING,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "")));
    }

    /**
     * Starts a run without waiting for it.
     *
     * @return false if a run is in progress, or this is closed
     */
    public boolean start() {
        lock.lock();
        try {
            // A finished run may still write its last log line.
            if (closed || (thread != null && thread.isAlive() && new SyncProgress(progress).isUnderWay())) {
                return false;
            }
            progress.replaceAll(SyncProgress.PlaceProgress::waiting);
            thread = Thread.ofPlatform().daemon().name("tern-documents").start(this::run);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the progress of each place in the current or last run. */
    public SyncProgress progress() {
        lock.lock();
        try {
            return new SyncProgress(progress);
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        for (int at = 0; at < places.places().size() && !isClosed(); at++) {
            read(at, places.places().get(at));
        }
    }

    private void read(int at, DocumentPlaces.NamedPlace named) {
        update(at, place -> place.running(clock.instant()));
        boolean ended = false;
        try {
            Optional<String> problem = named.problem().or(() -> elsewhere(named));
            if (problem.isPresent()) {
                throw TernException.operator(problem.get());
            }
            LOG.info("{}: synchronising the graph", named.text());
            SyncReport report =
                    sync.run(named.place(), options, documents -> added(at, named, documents), loadListener(named));
            update(at, place -> place.done(clock.instant(), report));
            ended = true;
            log(named, report);
        } catch (TernException e) {
            failed(at, named, String.valueOf(e.getMessage()), null);
            ended = true;
        } catch (RuntimeException | LinkageError e) {
            failed(at, named, e.toString(), e);
            ended = true;
        } finally {
            if (!ended) {
                update(
                        at,
                        place -> place.ended(
                                clock.instant(),
                                SyncProgress.PlaceState.FAILED,
                                "its reading thread ended: see the log"));
            }
        }
    }

    /** Returns an error message if the graph has a source of the same name at another address. */
    private Optional<String> elsewhere(DocumentPlaces.NamedPlace named) {
        return options.moved()
                ? Optional.empty()
                : sync.find(named.place().name())
                        .filter(known -> !known.address().equals(named.place().address()))
                        .map(known -> DocumentPlaces.PROPERTY + " names \"" + named.text() + "\", which is "
                                + named.place().address() + ", and the graph has a source \"" + known.name() + "\" at "
                                + known.address() + ": set " + DocumentPlaces.MOVED
                                + " to true if it moved, or give the folder another name");
    }

    private IngestReport added(int at, DocumentPlaces.NamedPlace named, Iterable<SourceDocument> documents) {
        long[] logged = {System.nanoTime()};
        return rag.add(documents, report -> {
            update(at, place -> place.stored(report.documents()));
            if (System.nanoTime() - logged[0] > LOGGED_EVERY.toNanos()) {
                logged[0] = System.nanoTime();
                LOG.info("{}: {} documents stored so far", named.text(), report.documents());
            }
        });
    }

    private static LoadListener loadListener(DocumentPlaces.NamedPlace named) {
        return new LoadListener() {
            @Override
            public void documentChanged(String source, String remark) {
                LOG.debug("{}: {} {}", named.text(), source, remark);
            }
        };
    }

    private static void log(DocumentPlaces.NamedPlace named, SyncReport report) {
        SyncedSource.Counts counts = report.source().counts();
        LOG.info(
                "{}: the graph is up to date: {} added, {} replaced, {} removed, {} unchanged, {} left out",
                named.text(),
                counts.added(),
                counts.replaced(),
                counts.removed(),
                counts.unchanged(),
                counts.failed());
        report.failures().stream()
                .limit(FAILURES_LOGGED)
                .forEach(
                        failure -> LOG.warn("{}: left out {}: it {}", named.text(), failure.place(), failure.reason()));
        if (!report.source().remark().isEmpty()) {
            LOG.warn("{}: {}", named.text(), report.source().remark());
        }
    }

    private void failed(int at, DocumentPlaces.NamedPlace named, String why, @Nullable Throwable cause) {
        if (isClosed()) {
            LOG.info("{}: stopped, as the application ends; the next start resumes", named.text());
            update(at, place -> place.ended(clock.instant(), SyncProgress.PlaceState.STOPPED, ""));
            return;
        }
        LOG.error("{}: the graph is not up to date: {}", named.text(), why, cause);
        update(at, place -> place.ended(clock.instant(), SyncProgress.PlaceState.FAILED, why));
    }

    private void update(int at, UnaryOperator<SyncProgress.PlaceProgress> change) {
        lock.lock();
        try {
            progress.set(at, change.apply(progress.get(at)));
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Refuses new runs, interrupts the current one, and waits at most 30 seconds for its end. */
    @Override
    public void close() {
        Thread running;
        lock.lock();
        try {
            closed = true;
            running = thread;
        } finally {
            lock.unlock();
        }
        if (running == null || running.equals(Thread.currentThread())) {
            return;
        }
        running.interrupt();
        try {
            if (!running.join(END_WAIT)) {
                LOG.warn(
                        "The thread that reads documents is still running {} s after the interrupt",
                        END_WAIT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
