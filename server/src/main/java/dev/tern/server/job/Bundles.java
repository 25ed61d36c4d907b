package dev.tern.server.job;

import dev.tern.error.TernException;
import dev.tern.server.front.Problem;
import dev.tern.server.json.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Collects files that are sent one by one for one job. Nothing is promised before the job starts: a
 * bundle is lost with the server's process, and dropped by its caller or, after
 * {@value #IDLE_MINUTES} idle minutes, when another one starts. Thread-safe; the files of one
 * bundle are received one at a time.
 */
public final class Bundles {
    /** The maximum files of a job. */
    public static final int MOST_FILES = 10_000;

    private static final int MOST_BUNDLES = 100;
    private static final int IDLE_MINUTES = 60;
    private static final Duration IDLE = Duration.ofMinutes(IDLE_MINUTES);

    private final Jobs jobs;
    private final InstantSource clock;
    private final int mostOfOne;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Map<Key, Bundle> open = new HashMap<>();

    /**
     * Creates an empty collection.
     *
     * @param keys the number of keys: with several, one caller may have half of the bundles
     */
    public Bundles(Jobs jobs, InstantSource clock, int keys) {
        this.jobs = jobs;
        this.clock = clock;
        this.mostOfOne = keys > 1 ? MOST_BUNDLES / 2 : MOST_BUNDLES;
    }

    /** Identifies a bundle: no other caller can add to it, or learn of it. */
    private record Key(String graph, String id, String caller) {}

    private static final class Bundle {
        private final ReentrantLock turn = new ReentrantLock();
        private final Job job;
        private final List<String> names = new ArrayList<>();
        private volatile Instant touched;
        private boolean gone;

        private Bundle(Job job, Instant now) {
            this.job = job;
            this.touched = now;
        }
    }

    /**
     * Receives a file; the first one starts the bundle.
     *
     * @param id the caller's id of the bundle
     * @param name the name of the file: the id of its document, and never a path
     * @param most the maximum bytes of the file
     * @return the number of files in the bundle; empty if this one was too long, and was left out
     * @throws Problem if the bundle is full, too many are open, or the queue is full
     * @throws dev.tern.error.TernException if it cannot be kept on disk
     */
    public Optional<Integer> add(String graph, String id, String caller, String name, InputStream content, long most) {
        Bundle bundle = bundle(new Key(graph, id, caller));
        bundle.turn.lock();
        try {
            if (bundle.gone) {
                throw unknown();
            }
            if (bundle.names.size() >= MOST_FILES) {
                throw Problem.badRequest("a bundle has at most " + MOST_FILES + " files");
            }
            if (!jobs.receive(bundle.job, bundle.names.size(), content, most)) {
                return Optional.empty();
            }
            bundle.names.add(name);
            bundle.touched = clock.instant();
            return Optional.of(bundle.names.size());
        } finally {
            bundle.turn.unlock();
        }
    }

    private Bundle bundle(Key key) {
        List<Bundle> closed = new ArrayList<>();
        lock.lock();
        try {
            Bundle known = open.get(key);
            if (known != null) {
                known.touched = clock.instant();
                return known;
            }
            Instant since = clock.instant().minus(IDLE);
            open.values().removeIf(one -> one.touched.isBefore(since) && isClosed(one) && closed.add(one));
            if (open.size() >= MOST_BUNDLES) {
                throw Problem.unavailable(open.size() + " bundles of files are open, which is the limit", 60);
            }
            long own = open.keySet().stream()
                    .filter(one -> one.caller.equals(key.caller))
                    .count();
            if (own >= mostOfOne) {
                throw Problem.unavailable(
                        "\"" + key.caller + "\" has " + own
                                + " bundles of files open, which is the share of one caller in the " + MOST_BUNDLES
                                + " of all",
                        60);
            }
            Bundle begun = new Bundle(Job.waiting(key.graph, Job.Kind.FILES, "", key.caller), clock.instant());
            open.put(key, begun);
            return begun;
        } finally {
            lock.unlock();
            closed.forEach(one -> jobs.forget(one.job));
        }
    }

    /** Marks an idle bundle as gone; returns false if it is receiving a file, however slowly. */
    private static boolean isClosed(Bundle bundle) {
        if (!bundle.turn.tryLock()) {
            return false;
        }
        try {
            bundle.gone = true;
            return true;
        } finally {
            bundle.turn.unlock();
        }
    }

    /**
     * Makes a job of the files received.
     *
     * @throws Problem if there is no such bundle, it has no file, the queue is full, or the graph
     *     is being removed; a refused bundle stays
     * @throws TernException if it cannot be written; then the bundle is gone
     */
    public Job begin(String graph, String id, String caller) {
        Key key = new Key(graph, id, caller);
        Bundle bundle = find(key);
        bundle.turn.lock();
        try {
            if (bundle.gone || bundle.names.isEmpty()) {
                throw unknown();
            }
            byte[] names = Json.line(bundle.names).getBytes(StandardCharsets.UTF_8);
            Job job = taken(key, bundle, names);
            bundle.gone = true;
            forget(key);
            return job;
        } finally {
            bundle.turn.unlock();
        }
    }

    private Job taken(Key key, Bundle bundle, byte[] names) {
        try {
            return jobs.take(bundle.job.of(bundle.names), new ByteArrayInputStream(names), names.length)
                    .orElseThrow();
        } catch (TernException e) {
            // Never kept in part: the files have to be sent again.
            bundle.gone = true;
            forget(key);
            jobs.forget(bundle.job);
            throw e;
        }
    }

    private Bundle find(Key key) {
        lock.lock();
        try {
            Bundle found = open.get(key);
            if (found == null) {
                throw unknown();
            }
            found.touched = clock.instant();
            return found;
        } finally {
            lock.unlock();
        }
    }

    private static Problem unknown() {
        return Problem.notFound("there is no such bundle, or no file in it");
    }

    /** Drops a bundle and its files; a missing one is ignored. */
    public void drop(String graph, String id, String caller) {
        Bundle bundle = forget(new Key(graph, id, caller));
        if (bundle == null) {
            return;
        }
        bundle.turn.lock();
        try {
            if (!bundle.gone) {
                bundle.gone = true;
                jobs.forget(bundle.job);
            }
        } finally {
            bundle.turn.unlock();
        }
    }

    private @Nullable Bundle forget(Key key) {
        lock.lock();
        try {
            return open.remove(key);
        } finally {
            lock.unlock();
        }
    }
}
