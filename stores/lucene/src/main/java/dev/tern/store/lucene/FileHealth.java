package dev.tern.store.lucene;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the files of a graph against their checksums. Thread-safe.
 *
 * <p><b>When a graph is opened</b>, every checksum of a small graph is verified, unless the options
 * turn this off. In a large one that would take longer than most commands, so only the files that
 * no process has verified within a day ({@link CheckedFiles}) are verified. A store that stays open
 * verifies all files again each day, in the background. After an unexpected read failure, the
 * checksums tell a disk fault from a bug in Tern.
 *
 * <p>After damage is found, the store opens no view and writes nothing until it is reopened,
 * because the damaged bytes stay mapped even if the files are replaced.
 */
final class FileHealth implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileHealth.class);
    private static final long BYTES_PER_MEGABYTE = 1L << 20;
    /** The delay after which a graph opened without a check is checked. */
    private static final Duration UNCHECKED_FOR = Duration.ofSeconds(10);

    private final Path graph;
    private final long smallBytes;
    private final Duration firstWait;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile List<String> damaged = List.of();

    FileHealth(Path graph, LuceneOptions options) {
        this(
                graph,
                options.checkMegabytes() * BYTES_PER_MEGABYTE,
                options.checkMegabytes() == 0 ? UNCHECKED_FOR : CheckedFiles.COUNTS_FOR);
    }

    /**
     * Creates the health check of a graph.
     *
     * @param smallBytes the maximum size in bytes of a graph whose files are all verified at each
     *     opening; 0 to verify nothing at opening
     * @param firstWait the delay of the first background check
     */
    FileHealth(Path graph, long smallBytes, Duration firstWait) {
        this.graph = graph;
        this.smallBytes = smallBytes;
        this.firstWait = firstWait;
    }

    /**
     * Checks the files before anything is read from them; does nothing if {@code smallBytes} is 0.
     *
     * @throws TernException if one is damaged
     */
    void begin() throws IOException {
        if (smallBytes > 0) {
            checkFiles(!isLarge(), () -> false);
        }
    }

    /**
     * Checks all files periodically in the background, until {@link #close} or until a file is
     * damaged.
     */
    void start() {
        Thread.ofPlatform().daemon().name("tern-checksums").start(() -> {
            try {
                for (Duration wait = firstWait;
                        !closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
                        wait = CheckedFiles.COUNTS_FOR) {
                    lookAgain();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (TernException e) {
                LOG.error("{}", e.getMessage());
            }
        });
    }

    private void lookAgain() {
        try {
            checkFiles(true, () -> closed.getCount() == 0);
        } catch (IOException e) {
            LOG.error("the checksums of {} could not be compared: {}", graph, e.toString());
        }
    }

    /**
     * Verifies all checksums now.
     *
     * @throws TernException if a file is damaged
     */
    void requireWholeFiles() throws IOException {
        checkFiles(true, () -> false);
    }

    private void checkFiles(boolean all, BooleanSupplier stopped) throws IOException {
        requireWhole();
        CheckedFiles checked = CheckedFiles.of(graph);
        Set<String> before = all ? Set.of() : checked.names();
        Set<String> whole = new HashSet<>(before);
        damaged = Checksums.damaged(graph, whole, stopped);
        requireWhole();
        if (isLarge()) {
            Set<String> compared = new HashSet<>(whole);
            compared.removeAll(before);
            checked.write(whole, compared);
        }
    }

    private boolean isLarge() throws IOException {
        return smallBytes > 0 && Checksums.bytes(graph) > smallBytes;
    }

    /**
     * Throws if a check has found the graph damaged; checks nothing itself.
     *
     * @throws TernException with the names of the damaged files
     */
    void requireWhole() {
        List<String> files = damaged;
        if (!files.isEmpty()) {
            throw StoreFailure.damaged(graph, files);
        }
    }

    boolean isDamaged() {
        return !damaged.isEmpty();
    }

    /**
     * Verifies all checksums after a failed read, and returns the exception for the caller to throw
     * if no file is damaged.
     *
     * @throws TernException if a file is damaged
     */
    TernException failure(IOException failure) {
        diagnose(failure);
        return StoreFailure.reading(graph, failure);
    }

    /**
     * Verifies all checksums after an unexpected failure. Returns normally if no file is damaged or
     * the files cannot be read; the caller then rethrows the failure, as a bug in Tern. Does
     * nothing for a {@link TernException} or a {@link CancellationException}.
     *
     * @throws TernException if a file is damaged
     */
    void diagnose(Throwable failure) {
        if (failure instanceof TernException || failure instanceof CancellationException) {
            return;
        }
        try {
            if (!isDamaged()) {
                damaged = Checksums.damaged(graph, new HashSet<>(), () -> false);
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
            return;
        }
        try {
            requireWhole();
        } catch (TernException damaged) {
            damaged.addSuppressed(failure);
            throw damaged;
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
