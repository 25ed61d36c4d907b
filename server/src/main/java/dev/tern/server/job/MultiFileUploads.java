package dev.tern.server.job;

import dev.tern.error.TernException;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Locked;
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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Collects files that are sent one by one, as a bundle, for one job. Until the job is accepted, a
 * bundle can be lost: when the server's process ends, when its caller drops it, or, after {@value
 * #IDLE_MINUTES} idle minutes, when another bundle starts. Thread-safe; the files of one bundle are
 * received one at a time.
 */
public final class MultiFileUploads {
    /** The maximum number of files of one bundle. */
    public static final int MAX_FILES = 10_000;

    private static final int MAX_BUNDLES = 100;
    private static final int IDLE_MINUTES = 60;
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(IDLE_MINUTES);

    private final Jobs jobs;
    private final InstantSource clock;
    private final int maxOfOneCaller;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Map<BundleKey, Bundle> open = new HashMap<>();

    /**
     * Creates an empty collection.
     *
     * @param keys the number of API keys; with several keys, one caller may have half of the
     *     bundles
     */
    public MultiFileUploads(Jobs jobs, InstantSource clock, int keys) {
        this.jobs = jobs;
        this.clock = clock;
        this.maxOfOneCaller = keys > 1 ? MAX_BUNDLES / 2 : MAX_BUNDLES;
    }

    /** The key of a bundle; no other caller can add to the bundle or learn of it. */
    private record BundleKey(String graph, String id, String caller) {}

    private static final class Bundle {
        private final ReentrantLock turn = new ReentrantLock();
        private final Job job;
        private final List<String> names = new ArrayList<>();
        private volatile Instant lastUsed;
        private boolean isClosed;

        private Bundle(Job job, Instant now) {
            this.job = job;
            this.lastUsed = now;
        }
    }

    /**
     * Receives a file; the first one starts the bundle.
     *
     * @param id the caller's id of the bundle
     * @param name the name of the file, with which its documents' ids begin; never a path
     * @return the number of files in the bundle
     * @throws Problem if the bundle is full or gone, too many bundles are open, or the spool is
     *     full
     * @throws dev.tern.error.TernException if the file cannot be written to disk
     */
    public int add(String graph, String id, String caller, String name, InputStream content) {
        Bundle bundle = openBundle(new BundleKey(graph, id, caller));
        return Locked.get(bundle.turn, () -> {
            if (bundle.isClosed) {
                throw unknown();
            }
            if (bundle.names.size() >= MAX_FILES) {
                throw Problem.badRequest("a bundle has at most " + MAX_FILES + " files");
            }
            jobs.receive(bundle.job, bundle.names.size(), content);
            bundle.names.add(name);
            bundle.lastUsed = clock.instant();
            return bundle.names.size();
        });
    }

    private Bundle openBundle(BundleKey key) {
        List<Bundle> closed = new ArrayList<>();
        lock.lock();
        try {
            Bundle known = open.get(key);
            if (known != null) {
                known.lastUsed = clock.instant();
                return known;
            }
            Instant since = clock.instant().minus(IDLE_TIMEOUT);
            open.values().removeIf(one -> one.lastUsed.isBefore(since) && closeIfIdle(one) && closed.add(one));
            if (open.size() >= MAX_BUNDLES) {
                throw Problem.unavailable(open.size() + " bundles of files are open, which is the limit", 60);
            }
            long own = open.keySet().stream()
                    .filter(one -> one.caller.equals(key.caller))
                    .count();
            if (own >= maxOfOneCaller) {
                throw Problem.unavailable(
                        "\"" + key.caller + "\" has " + own
                                + " bundles of files open, which is the share of one caller in the limit of "
                                + MAX_BUNDLES,
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

    /** Closes a bundle; returns false if it is receiving a file, however slowly. */
    private static boolean closeIfIdle(Bundle bundle) {
        if (!bundle.turn.tryLock()) {
            return false;
        }
        try {
            bundle.isClosed = true;
            return true;
        } finally {
            bundle.turn.unlock();
        }
    }

    /**
     * Makes a job of the files received.
     *
     * @throws Problem if there is no such bundle, it has no file, the queue or the spool is full,
     *     the graph is being removed, or the server is closing; the bundle stays
     * @throws TernException if the job cannot be written to disk; the bundle is lost
     */
    public Job begin(String graph, String id, String caller) {
        BundleKey key = new BundleKey(graph, id, caller);
        Bundle bundle = find(key);
        return Locked.get(bundle.turn, () -> {
            if (bundle.isClosed || bundle.names.isEmpty()) {
                throw unknown();
            }
            byte[] names = Json.line(bundle.names).getBytes(StandardCharsets.UTF_8);
            Job job = acceptFile(key, bundle, names);
            bundle.isClosed = true;
            forget(key);
            return job;
        });
    }

    private Job acceptFile(BundleKey key, Bundle bundle, byte[] names) {
        try {
            return jobs.accept(bundle.job.of(bundle.names), new ByteArrayInputStream(names));
        } catch (TernException e) {
            // The bundle is deleted as a whole; the client must send all files again.
            bundle.isClosed = true;
            forget(key);
            jobs.forget(bundle.job);
            throw e;
        }
    }

    private Bundle find(BundleKey key) {
        return Locked.get(lock, () -> {
            Bundle found = open.get(key);
            if (found == null) {
                throw unknown();
            }
            found.lastUsed = clock.instant();
            return found;
        });
    }

    private static Problem unknown() {
        return Problem.notFound("there is no such bundle, or no file in it");
    }

    /** Drops a bundle and its files; does nothing if there is no such bundle. */
    public void drop(String graph, String id, String caller) {
        Bundle bundle = forget(new BundleKey(graph, id, caller));
        if (bundle == null) {
            return;
        }
        Locked.run(bundle.turn, () -> {
            if (!bundle.isClosed) {
                bundle.isClosed = true;
                jobs.forget(bundle.job);
            }
        });
    }

    private @Nullable Bundle forget(BundleKey key) {
        return Locked.get(lock, () -> open.remove(key));
    }
}
