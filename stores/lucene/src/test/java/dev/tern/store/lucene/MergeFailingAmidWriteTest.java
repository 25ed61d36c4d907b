package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a background merge that fails during a write and closes Lucene's writer. */
@Timeout(120)
final class MergeFailingAmidWriteTest {
    /** The number of commits, some of which are merged. */
    private static final int COMMITS = 20;

    @TempDir
    private Path path;

    private final CompletableFuture<Thread> merging = new CompletableFuture<>();
    private final CountDownLatch mayFail = new CountDownLatch(1);
    private volatile IOException failure = new IOException("Input/output error");

    /** Delays merges, and fails them on release. */
    private final class Disk extends FilterDirectory {
        Disk(Path index) throws IOException {
            super(FSDirectory.open(index));
        }

        @Override
        public IndexOutput createOutput(String name, IOContext context) throws IOException {
            if (context.context() != IOContext.Context.MERGE) {
                return super.createOutput(name, context);
            }
            merging.complete(Thread.currentThread());
            try {
                mayFail.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
            throw failure;
        }
    }

    @AfterEach
    void letMergesEnd() {
        mayFail.countDown();
    }

    @Test
    void itIsNamedThoughLuceneDoesNotNameIt() throws InterruptedException {
        try (GraphStore graph = LuceneGraphStore.open(path, "default", LuceneOptions.DEFAULTS, Disk::new)) {
            add(graph);
            assertThatThrownBy(() -> graph.changeNotes(this::meetTheClosedWriter))
                    .isInstanceOf(TernException.class)
                    .hasMessage("cannot write to " + path.resolve("default") + ": Input/output error");
        }
        requireAll();
    }

    @Test
    void damageThatItMetIsSaidToBeDamage() throws InterruptedException {
        failure = new CorruptIndexException("checksum failed", "_0.cfs");
        try (GraphStore graph = LuceneGraphStore.open(path, "default", LuceneOptions.DEFAULTS, Disk::new)) {
            add(graph);
            assertThatThrownBy(() -> graph.changeNotes(this::meetTheClosedWriter))
                    .isInstanceOf(TernException.class)
                    .hasMessageStartingWith(path.resolve("default") + " is damaged: checksum failed");
        }
        requireAll();
    }

    private static void add(GraphStore graph) {
        for (int i = 0; i < COMMITS; i++) {
            graph.write(Samples.batch(
                    Samples.passage("d" + i, 0, "text " + i, Statement.of("subject " + i, "touches", "object " + i))));
        }
    }

    /** Returns the exception of a thread that saw the writer open before a merge closed it. */
    private Notes meetTheClosedWriter(Notes before) {
        mayFail.countDown();
        try {
            merging.join().join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        throw new AlreadyClosedException("DWPTPool is already closed");
    }

    private void requireAll() throws InterruptedException {
        try (GraphStore again = LuceneGraphStore.open(path, "default")) {
            assertThat(again.latest().statistics().passages()).isEqualTo(COMMITS);
            writeOnceUnlocked(again);
        }
    }

    /** An abandoned writer holds the lock until its rollback has ended. */
    static void writeOnceUnlocked(GraphStore graph) throws InterruptedException {
        boolean written = false;
        while (!written) {
            try {
                graph.write(Samples.batch(Samples.passage("more", 0, "more")));
                written = true;
            } catch (TernException e) {
                assertThat(e).hasMessageContaining("is being written by another store");
                Thread.sleep(5);
            }
        }
    }
}
