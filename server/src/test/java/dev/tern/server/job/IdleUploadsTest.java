package dev.tern.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.limits.ServerLimits;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.traces.Traces;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that idle bundles make room, and receiving ones stay. */
@Timeout(120)
final class IdleUploadsTest {
    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScriptedWork work = new ScriptedWork();
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private Jobs jobs;
    private MultiFileUploads uploads;

    @BeforeEach
    void open() {
        ServerLimits limits = ServerLimits.DEFAULTS;
        jobs = new Jobs(work::run, folder, limits, new Quotas(limits, () -> now), new Metrics(), Traces.NONE);
        uploads = new MultiFileUploads(jobs, () -> now, 2);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        jobs.close();
    }

    private int add(String bundle, String caller, InputStream content) {
        return uploads.add("bridges", bundle, caller, "notes.txt", content);
    }

    private static InputStream text() {
        return new ByteArrayInputStream("Lena Marr built it.".getBytes(StandardCharsets.UTF_8));
    }

    /** Signals when it is read, and ends when released. */
    private static final class SlowContent extends InputStream {
        private final CountDownLatch read = new CountDownLatch(1);
        private final CountDownLatch gate = new CountDownLatch(1);

        @Override
        public int read() {
            read.countDown();
            TakenJobs.waitFor(gate);
            return -1;
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            return read();
        }
    }

    @Test
    void fileThatComesSlowlyKeepsItsBundleAndHoldsUpNobodyElse() throws Exception {
        SlowContent slow = new SlowContent();
        add("one", "me", text());
        Future<Integer> coming = threads.submit(() -> add("one", "me", slow));
        slow.read.await();
        now = now.plus(Duration.ofHours(2));

        assertThat(add("other", "you", text())).isEqualTo(1);
        slow.gate.countDown();

        assertThat(coming.get()).isEqualTo(2);
        assertThat(uploads.begin("bridges", "one", "me").subject()).isEqualTo("2 files");
    }

    @Test
    void bundleThatGoesOnAfterAnHourHasItsFirstFiles() {
        add("one", "me", text());
        now = now.plus(Duration.ofHours(2));

        assertThat(add("one", "me", text())).isEqualTo(2);
    }

    @Test
    void oneOfSeveralCallersMayHaveHalfOfTheBundles() {
        for (int i = 0; i < 50; i++) {
            add("b" + i, "me", text());
        }
        assertThatThrownBy(() -> add("one-more", "me", text()))
                .isInstanceOf(Problem.class)
                .hasMessage(
                        "\"me\" has 50 bundles of files open, which is the share of one caller in the limit of 100");
        assertThat(add("one", "you", text())).isEqualTo(1);
        assertThat(add("b0", "me", text())).as("one that is open goes on").isEqualTo(2);
    }

    @Test
    void bundleToWhichNothingComesGoesWhenAnotherIsBegun() {
        add("one", "me", text());
        now = now.plus(Duration.ofHours(2));
        add("other", "you", text());

        assertThatThrownBy(() -> uploads.begin("bridges", "one", "me"))
                .hasMessage("there is no such bundle, or no file in it");
        assertThat(folder.toFile().list()).as("what is kept on disk").hasSize(1);
    }
}
