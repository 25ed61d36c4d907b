package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of closing if finished merges cannot be committed, and nothing else is left. */
@Timeout(120)
final class LastCommitFailingTest {
    /** The number of commits, some of which are merged. */
    private static final int COMMITS = 20;

    @TempDir
    private Path path;

    private final CountDownLatch mayMerge = new CountDownLatch(1);
    private final AtomicInteger failed = new AtomicInteger();
    private volatile Failure commit = () -> {};

    @FunctionalInterface
    private interface Failure {
        void happen() throws IOException;
    }

    /** Delays merges, and fails a commit on demand. */
    private final class Disk extends FilterDirectory {
        Disk(Path index) throws IOException {
            super(FSDirectory.open(index));
        }

        @Override
        public IndexOutput createOutput(String name, IOContext context) throws IOException {
            if (context.context() == IOContext.Context.MERGE) {
                try {
                    mayMerge.await();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
            }
            if (name.startsWith("pending_segments")) {
                commit.happen();
            }
            return super.createOutput(name, context);
        }
    }

    @Test
    void fullDiskLosesNothingButMergesAndIsNoFailureOfClosing() throws InterruptedException {
        assertThat(isInterruptedByClosingWhere(() -> {
                    throw new IOException("No space left on device");
                }))
                .isFalse();
    }

    /** Mimics a merge that fails after closing saw Lucene's writer open. */
    @Test
    void writerThatAMergeClosedIsNoFailureOfClosing() throws InterruptedException {
        assertThat(isInterruptedByClosingWhere(() -> {
                    throw new IllegalStateException("this writer hit an unrecoverable error; cannot commit");
                }))
                .isFalse();
    }

    @Test
    void interruptIsNoFailureOfClosingAndIsPassedOn() throws InterruptedException {
        assertThat(isInterruptedByClosingWhere(() -> {
                    throw new ClosedByInterruptException();
                }))
                .isTrue();
    }

    private boolean isInterruptedByClosingWhere(Failure failure) throws InterruptedException {
        GraphStore graph = LuceneGraphStore.open(path, "default", LuceneOptions.DEFAULTS, Disk::new);
        for (int i = 0; i < COMMITS; i++) {
            graph.write(Samples.batch(
                    Samples.passage("d" + i, 0, "text " + i, Statement.of("subject " + i, "touches", "object " + i))));
        }
        commit = () -> {
            failed.incrementAndGet();
            failure.happen();
        };
        FutureTask<Boolean> close = new FutureTask<>(() -> {
            graph.close();
            return Thread.currentThread().isInterrupted();
        });
        Thread closing = Thread.ofPlatform().start(close);
        // Closing holds the writer's lock during the merges, so none is committed before it.
        while (closing.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(5);
        }
        mayMerge.countDown();
        assertThat(close).succeedsWithin(Duration.ofMinutes(1));
        assertThat(failed).hasPositiveValue();
        commit = () -> {};
        try (GraphStore again = LuceneGraphStore.open(path, "default")) {
            assertThat(again.latest().statistics().passages()).isEqualTo(COMMITS);
            MergeFailingAmidWriteTest.writeOnceUnlocked(again);
        }
        return close.resultNow();
    }
}
