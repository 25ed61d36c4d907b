package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Graphs that are large enough to be merged into one segment. */
@Timeout(120)
class BackgroundMergeTest {
    private static final int BATCHES = 12;
    private static final int ROWS = 100;
    /** The number of rows from which the segments of these tests are merged into one. */
    private static final int LARGE_FROM_ROWS = 1_000;

    private static final int SMALL_SEGMENTS = 20;

    private static final Set<Thread.State> WAITING = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    @TempDir
    private Path path;

    private final Semaphore merged = new Semaphore(0);

    @Test
    void closingEndsWithWhatIsDueOnceOtherMergesHaveEnded() throws Exception {
        try (HeldMerges directory = new HeldMerges(FSDirectory.open(path));
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            GraphWriter writer = writer(directory, LuceneOptions.DEFAULTS);
            addAll(writer);
            AtomicReference<Thread> closer = new AtomicReference<>();
            Future<?> closing = threads.submit(() -> {
                closer.set(Thread.currentThread());
                writer.close();
                return null;
            });
            while (closer.get() == null || !WAITING.contains(closer.get().getState())) {
                Thread.sleep(5);
            }
            directory.release();
            closing.get();
            assertThat(rows()).isEqualTo(BATCHES * ROWS);
            assertThat(isDue()).isFalse();
            assertThat(merged.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** A directory in which merges write nothing until they are released. */
    private static final class HeldMerges extends FilterDirectory {
        private final CountDownLatch released = new CountDownLatch(1);
        private final CountDownLatch failed = new CountDownLatch(1);
        private volatile boolean broken;
        private volatile boolean failing;

        HeldMerges(Directory directory) {
            super(directory);
        }

        void release() {
            released.countDown();
        }

        void breakDisk(boolean broken) {
            this.broken = broken;
        }

        /** Lets the held merges and all later ones fail. */
        void fail() throws InterruptedException {
            failing = true;
            released.countDown();
            failed.await();
        }

        void mend() {
            failing = false;
        }

        @Override
        public void sync(Collection<String> names) throws IOException {
            if (broken) {
                throw new IOException("the disk is broken");
            }
            super.sync(names);
        }

        @Override
        public IndexOutput createOutput(String name, IOContext context) throws IOException {
            if (context.context() == IOContext.Context.MERGE) {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
                if (failing) {
                    failed.countDown();
                    throw new ArithmeticException("/ by zero");
                }
            }
            return super.createOutput(name, context);
        }
    }

    @Test
    void closingThatMayNotWaitLosesMergesOnly() throws Exception {
        try (HeldMerges directory = new HeldMerges(FSDirectory.open(path))) {
            GraphWriter writer = writer(directory, LuceneOptions.DEFAULTS.withMergeWait(Duration.ZERO));
            addAll(writer);
            writer.close();
            assertNothingIsLost(directory);
        }
    }

    @Test
    void interruptWhileMergingLosesMergesOnly() throws Exception {
        try (HeldMerges directory = new HeldMerges(FSDirectory.open(path))) {
            GraphWriter writer = writer(directory, LuceneOptions.DEFAULTS);
            addAll(writer);
            Thread.currentThread().interrupt();
            writer.close();
            assertThat(Thread.interrupted()).isTrue();
            assertNothingIsLost(directory);
        }
    }

    /** Asserts that an abandoned merge keeps the lock until it ends, but blocks no thread, and that no row is lost. */
    private void assertNothingIsLost(HeldMerges directory) throws Exception {
        assertThat(rows()).isEqualTo(BATCHES * ROWS);
        assertThatThrownBy(() -> writer(directory, LuceneOptions.DEFAULTS)).isInstanceOf(TernException.class);
        directory.release();
        GraphWriter next = null;
        while (next == null) {
            try {
                next = writer(directory, LuceneOptions.DEFAULTS);
            } catch (TernException e) {
                // The test's own time limit ends the wait.
                Thread.sleep(5);
            }
        }
        next.close();
        assertThat(rows()).isEqualTo(BATCHES * ROWS);
    }

    @Test
    void writeAfterAFailureWaitsForTheMergeThatHoldsTheLock() throws Exception {
        AtomicReference<HeldMerges> opened = new AtomicReference<>();
        try (ExecutorService threads = Executors.newSingleThreadExecutor();
                GraphStore store = storeWithMergesDue(opened)) {
            HeldMerges directory = opened.get();
            directory.breakDisk(true);
            assertThatThrownBy(() -> store.write(Samples.batch(passage(SMALL_SEGMENTS))))
                    .hasRootCauseMessage("the disk is broken");
            directory.breakDisk(false);
            Future<?> next = threads.submit(() -> store.write(Samples.batch(passage(SMALL_SEGMENTS + 1))));
            assertThatThrownBy(() -> next.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            directory.release();
            next.get();
            assertThat(store.latest().statistics().passages()).isEqualTo(SMALL_SEGMENTS + 1);
        }
    }

    @Test
    void writeAfterAMergeThatFailedHasANewWriter() throws Exception {
        AtomicReference<HeldMerges> opened = new AtomicReference<>();
        try (GraphStore store = storeWithMergesDue(opened)) {
            HeldMerges directory = opened.get();
            directory.fail();
            awaitEndOfMerges();
            directory.mend();
            store.write(Samples.batch(passage(SMALL_SEGMENTS)));
            assertThat(store.latest().statistics().passages()).isEqualTo(SMALL_SEGMENTS + 1);
        }
    }

    /** Returns a store with so many small segments that some are due to be merged. */
    private GraphStore storeWithMergesDue(AtomicReference<HeldMerges> opened) {
        GraphStore store = LuceneGraphStore.open(path, "default", LuceneOptions.DEFAULTS, index -> {
            opened.set(new HeldMerges(FSDirectory.open(index)));
            return opened.get();
        });
        for (int i = 0; i < SMALL_SEGMENTS; i++) {
            store.write(Samples.batch(passage(i)));
        }
        return store;
    }

    /** Waits until no merge thread runs, since a failed merge closes the writer last; the test has a time limit. */
    private static void awaitEndOfMerges() throws InterruptedException {
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("Lucene Merge Thread"))) {
            Thread.sleep(5);
        }
    }

    @Test
    void readersSeeWhatIsMergedAlthoughNothingIsAddedAnyMore() throws IOException, InterruptedException {
        int passages = 2_900;
        int batches = 9;
        LuceneOptions noGraph = new LuceneOptions(Integer.MAX_VALUE, 48, Duration.ofHours(1), 200_000_000, 256);
        try (GraphStore store = LuceneGraphStore.open(path, "default", noGraph)) {
            for (int batch = 0; batch < batches; batch++) {
                int first = batch * passages;
                store.write(Samples.batch(IntStream.range(first, first + passages)
                        .mapToObj(BackgroundMergeTest::passage)
                        .toList()));
            }
            // The test's own time limit ends the wait.
            path = path.resolve("default");
            while (isDue()) {
                Thread.sleep(20);
            }
            assertThat(store.latest().statistics().passages()).isEqualTo((long) passages * batches);
        }
    }

    private static Passage passage(int number) {
        return Samples.passage(
                "d" + number, 0, "text " + number, Statement.of("subject " + number, "touches", "object " + number));
    }

    private GraphWriter writer(Directory directory, LuceneOptions options) throws IOException {
        GraphWriter writer = GraphWriter.open(directory, path, options, merged::release);
        writer.index().getConfig().setMergePolicy(new SegmentMergePolicy(LARGE_FROM_ROWS, 1_000_000));
        return writer;
    }

    private static void addAll(GraphWriter writer) throws IOException {
        for (int batch = 0; batch < BATCHES; batch++) {
            for (int row = 0; row < ROWS; row++) {
                Document document = new Document();
                document.add(new StringField("id", batch + "-" + row, Field.Store.NO));
                writer.index().addDocument(document);
            }
            writer.index().commit();
        }
    }

    private int rows() throws IOException {
        return segments().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns true if the commit has grown by half since it was one segment. */
    private boolean isDue() throws IOException {
        int largest = segments().stream().mapToInt(Integer::intValue).max().orElse(0);
        return 2 * (rows() - largest) >= largest;
    }

    private List<Integer> segments() throws IOException {
        try (Directory directory = FSDirectory.open(path);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            return reader.leaves().stream().map(leaf -> leaf.reader().numDocs()).toList();
        }
    }
}
