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
 * Tells whether the files of a graph are as they were written, as far as is known. Thread-safe.
 *
 * <p><b>Before the first answer</b> every checksum of a small graph is compared. Of a large one, that would take longer than
 * the answer of a command: there, those that no process has compared within a day ({@link CheckedFiles}), so each file once
 * before its first use. A store that stays open compares all of them again each day, in the background. Whenever reading
 * fails for an unforeseen reason, the checksums decide whether the disk is at fault or Tern is.
 *
 * <p>A graph that was found damaged refuses everything until it is opened again: what is open has the damaged bytes mapped,
 * whatever is put in the place of the files.
 */
final class Health implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final long BYTES_A_MEGABYTE = 1L << 20;
    /** After that a graph that was opened without a look is looked at. */
    private static final Duration UNCHECKED_FOR = Duration.ofSeconds(10);

    private final Path graph;
    private final long smallBytes;
    private final Duration firstWait;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile List<String> damaged = List.of();

    Health(Path graph, LuceneOptions options) {
        this(
                graph,
                options.checkMegabytes() * BYTES_A_MEGABYTE,
                options.checkMegabytes() == 0 ? UNCHECKED_FOR : CheckedFiles.COUNTS_FOR);
    }

    /**
     * The health of a graph.
     *
     * @param smallBytes up to which size everything is compared at each opening; 0 for nothing, whatever the size
     * @param firstWait after which the check in the background begins
     */
    Health(Path graph, long smallBytes, Duration firstWait) {
        this.graph = graph;
        this.smallBytes = smallBytes;
        this.firstWait = firstWait;
    }

    /**
     * Looks at the files before anything is read from them.
     *
     * @throws TernException if one is damaged
     */
    void begin() throws IOException {
        if (smallBytes > 0) {
            look(!isLarge(), () -> false);
        }
    }

    /** Looks at the files again and again until this is closed, in the background. */
    void watch() {
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
            look(true, () -> closed.getCount() == 0);
        } catch (IOException e) {
            LOG.error("the checksums of {} could not be compared: {}", graph, e.toString());
        }
    }

    /**
     * Compares all checksums now.
     *
     * @throws TernException if a file is damaged
     */
    void requireWholeFiles() throws IOException {
        look(true, () -> false);
    }

    private void look(boolean all, BooleanSupplier stopped) throws IOException {
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
            if (!isDamaged()) {
                damaged = Checksums.damaged(graph);
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
