package dev.tern.server.job;

import static dev.tern.server.job.TakenJobs.ended;
import static dev.tern.server.job.TakenJobs.pause;
import static dev.tern.server.job.TakenJobs.take;
import static dev.tern.server.job.TakenJobs.waitFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.traces.Traces;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of jobs that arrive, run and are cancelled concurrently. */
@Timeout(120)
final class JobsAtOnceTest {
    @TempDir
    private Path folder;

    private final ScriptedWork work = new ScriptedWork();

    private Jobs open(ServerLimits limits) {
        return open(limits, new Quotas(limits, InstantSource.system()));
    }

    private Jobs open(ServerLimits limits, Quotas quotas) {
        return new Jobs(work::run, folder, limits, quotas, new Metrics(), Traces.NONE);
    }

    @Test
    void roomIsKeptHoweverManyComeAtOnce() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        ServerLimits tight = ServerLimits.builder()
                .set(ServerLimit.WAITING_JOBS, 30)
                .set(ServerLimit.SPOOL_BYTES, 1 << 20)
                .build();
        work.does("bridges", heard -> waitFor(gate));
        List<String> refusals = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger taken = new AtomicInteger();
        String large = "x".repeat(300_000);
        try (Jobs jobs = open(tight)) {
            together(40, () -> attempt(() -> take(jobs, "bridges", large), taken, refusals));
            assertThat(taken.get()).isBetween(1, 3);
            assertThat(refusals).contains("the waiting uploads fill the limit (server.spoolMegabytes)");
            together(60, () -> attempt(() -> take(jobs, "bridges", "x"), taken, refusals));
            assertThat(taken.get()).isEqualTo(30);
            assertThat(refusals).contains("30 jobs wait, which is the limit");
            for (int edit = 0; edit < 2; edit++) {
                jobs.acceptUnlessWaiting("bridges", Job.Kind.EDIT, "an edit", "editor");
            }
            assertThat(jobs.of("bridges")).extracting(Job::kind).containsOnlyOnce(Job.Kind.EDIT);
            gate.countDown();
        }
    }

    private static void attempt(Runnable take, AtomicInteger taken, List<String> refusals) {
        try {
            take.run();
            taken.incrementAndGet();
        } catch (Problem refused) {
            refusals.add(refused.getMessage());
        }
    }

    private static void together(int threads, Runnable action) throws InterruptedException {
        CountDownLatch begin = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                pool.execute(() -> {
                    waitFor(begin);
                    action.run();
                });
            }
            begin.countDown();
        }
    }

    @Test
    void graphIsNotRemovedWhileAJobComesInAndNoJobComesInWhileItIs() throws Exception {
        CountDownLatch arriving = new CountDownLatch(1);
        CountDownLatch rest = new CountDownLatch(1);
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                arriving.countDown();
                waitFor(rest);
                return -1;
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                return read();
            }
        };
        try (Jobs jobs = open(ServerLimits.DEFAULTS)) {
            Thread sender =
                    Thread.ofVirtual().start(() -> jobs.accept("bridges", Job.Kind.UPLOAD, "slow.txt", "anyone", slow));
            arriving.await();
            assertThatThrownBy(() -> jobs.drop("bridges", () -> true))
                    .hasMessage("jobs of this graph wait or run: cancel them, or wait for their end");
            rest.countDown();
            sender.join();
            jobs.of("bridges").forEach(job -> ended(jobs, job));

            boolean dropped = jobs.drop("bridges", () -> {
                assertThatThrownBy(() -> take(jobs, "bridges", "text")).hasMessage("the graph is being removed");
                return true;
            });
            assertThat(dropped).isTrue();
        }
    }

    /** The clock is read between the check of a job and its start. */
    @Test
    void jobThatIsEndedWhileItsTurnComesIsNotBegun() {
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        Quotas quotas = new Quotas(ServerLimits.DEFAULTS, () -> {
            meanwhile.getAndSet(() -> {}).run();
            return Instant.now();
        });
        quotas.countTokens("anyone", 1);
        CountDownLatch asked = new CountDownLatch(1);
        try (Jobs jobs = open(ServerLimits.DEFAULTS, quotas)) {
            meanwhile.set(() -> {
                jobs.of("bridges").forEach(job -> jobs.cancel(job, "anyone"));
                // The rest must end by the job's state, not by the interrupt.
                boolean unused = Thread.interrupted();
                asked.countDown();
            });
            Job job = take(jobs, "bridges", "text");
            waitFor(asked);
            ended(jobs, job);
        }
        assertThat(work.read("bridges")).isEmpty();
        try (Jobs jobs = open(ServerLimits.DEFAULTS)) {
            assertThat(jobs.of("bridges")).extracting(Job::state).containsExactly(Job.State.CANCELLED);
        }
    }

    @Test
    void jobThatIsEndedAtAnyMomentIsOverForGood() {
        work.does("bridges", heard -> pause());
        List<Job> all = new ArrayList<>();
        try (Jobs jobs = open(ServerLimits.DEFAULTS)) {
            for (int i = 0; i < 200; i++) {
                Job job = take(jobs, "bridges", "text " + i);
                all.add(job);
                if (i % 3 == 0) {
                    pause();
                }
                jobs.cancel(job, "anyone");
            }
        }
        try (Jobs jobs = open(ServerLimits.DEFAULTS)) {
            for (Job job : all) {
                Job found = jobs.find("bridges", job.id()).orElseThrow();
                assertThat(found.state()).isIn(Job.State.CANCELLED, Job.State.DONE);
                assertThat(folder.resolve(job.id()).resolve("payload")).doesNotExist();
            }
        }
    }
}
