package dev.tern.store.lucene;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the files of a graph are as they were written, as far as is known. Thread-safe.
 *
 * <p><b>When it is asked.</b> A small graph is check-summed before its first answer. For a large one that would take longer
 * than the answer, so it is check-summed once in the background by processes that live long enough, and refuses from the
 * moment on in which damage is found. Either way, when reading fails for an unforeseen reason, the checksums
 * decide whether the disk is at fault or Tern is.
 *
 * <p>A graph that was found damaged refuses everything until it is opened again: what is open has the damaged bytes mapped,
 * whatever is put in the place of the files.
 */
final class Health implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final long BYTES_A_MEGABYTE = 1L << 20;
    private static final long BACKGROUND_AFTER_SECONDS = 10;

    private final Path graph;
    private final LuceneOptions options;
    private final long laterSeconds;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile List<String> damaged = List.of();

    Health(Path graph, LuceneOptions options) {
        this(graph, options, BACKGROUND_AFTER_SECONDS);
    }

    /** The same, with another time after which the check in the background begins. */
    Health(Path graph, LuceneOptions options, long laterSeconds) {
        this.laterSeconds = laterSeconds;
        this.graph = graph;
        this.options = options;
    }

    /**
     * Looks at the files before anything is read from them, or arranges that it is done later.
     *
     * @throws TernException if one is damaged
     */
    void begin() throws IOException {
        if (Checksums.bytes(graph) <= options.checkMegabytes() * BYTES_A_MEGABYTE) {
            requireWholeFiles();
        } else {
            Thread.ofPlatform().daemon().name("tern-checksums").start(this::checkLater);
        }
    }

    private void checkLater() {
        try {
            if (!closed.await(laterSeconds, TimeUnit.SECONDS)) {
                damaged = Checksums.damaged(graph, () -> closed.getCount() == 0);
                requireWhole();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | TernException e) {
            LOG.error("{}", e.getMessage());
        }
    }

    /**
     * Compares all checksums now.
     *
     * @throws TernException if a file is damaged
     */
    void requireWholeFiles() throws IOException {
        damaged = Checksums.damaged(graph);
        requireWhole();
    }

    /**
     * Refuses a graph that is known to be damaged.
     *
     * @throws TernException if it is
     */
    void requireWhole() {
        List<String> files = damaged;
        if (!files.isEmpty()) {
            throw StoreFailure.damaged(graph, files);
        }
    }

    /** Whether it is known to be damaged. */
    boolean isDamaged() {
        return !damaged.isEmpty();
    }

    /** The exception for a failure of reading: damage, if the checksums show any, else the failure itself. */
    TernException failure(IOException failure) {
        diagnose(failure);
        return StoreFailure.reading(graph, failure);
    }

    /**
     * Decides whether damage on disk caused a failure that nothing there should have caused.
     *
     * @throws TernException if a file is damaged; otherwise the failure is a mistake in Tern, and the caller throws it
     */
    void diagnose(Throwable failure) {
        if (failure instanceof TernException || failure instanceof CancellationException) {
            return;
        }
        try {
            damaged = Checksums.damaged(graph);
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
