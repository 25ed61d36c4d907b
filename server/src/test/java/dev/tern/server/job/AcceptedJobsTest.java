package dev.tern.server.job;

import static dev.tern.server.job.TakenJobs.await;
import static dev.tern.server.job.TakenJobs.ended;
import static dev.tern.server.job.TakenJobs.take;
import static dev.tern.server.job.TakenJobs.waitFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.error.TernException;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Intake;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.traces.Traces;
import dev.tern.testing.FailingFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an accepted job is done or still there after any failure. */
@Timeout(120)
final class AcceptedJobsTest {
    private static final String SECRET = "key sk-123 at http://10.0.0.7/v1";

    @TempDir
    private Path folder;

    private final ScriptedWork work = new ScriptedWork();
    private final ServerLimits limits = ServerLimits.builder()
            .set(ServerLimit.WAITING_JOBS, 100)
            .set(ServerLimit.TOKENS_PER_DAY, 100)
            .set(ServerLimit.SHUTDOWN_TIME, 5_000)
            .build();
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final Quotas quotas = new Quotas(limits, () -> now);

    private Jobs open(Path place, ServerLimits within) {
        return new Jobs(work::run, place, within, quotas, new Metrics(), Traces.NONE);
    }

    private Jobs open() {
        return open(folder, limits);
    }

    private Path payload(Job job) {
        return folder.resolve(job.id()).resolve("payload");
    }

    @Test
    void storeModelAndOperatorAreWaitedForAndNothingIsToldOfThem() {
        work.does("store", heard -> fail(TernException.store(SECRET)));
        work.does("model", heard -> fail(TernException.model(SECRET)));
        work.does("operator", heard -> fail(TernException.operator(SECRET)));
        try (Jobs jobs = open()) {
            List<Job> taken = Stream.of("store", "model", "operator")
                    .map(graph -> take(jobs, graph, "text"))
                    .toList();
            for (Job job : taken) {
                Job waiting = await(jobs, job, one -> one.state() == Job.State.WAITING && one.problem() != null);
                assertThat(waiting.problem()).endsWith("; it is retried").doesNotContain("sk-123", "10.0.0.7");
                assertThat(payload(job)).hasContent("text");
                work.does(job.graph(), heard -> {});
            }
            for (Job job : taken) {
                assertThat(ended(jobs, job).state()).isEqualTo(Job.State.DONE);
                assertThat(payload(job)).doesNotExist();
            }
        }
    }

    @Test
    void jobIsTriedAgainHoweverOftenItWasTried() throws IOException {
        work.does("bridges", heard -> fail(TernException.model(SECRET)));
        Job job = begun(folder);
        Path file = folder.resolve(job.id()).resolve("job.json");
        Files.writeString(file, Files.readString(file).replaceAll("\"attempts\":\\d+", "\"attempts\":1000"));
        try (Jobs jobs = open()) {
            Job waiting = await(jobs, job, one -> one.attempts() == 1001 && one.state() != Job.State.RUNNING);
            assertThat(waiting.state()).isEqualTo(Job.State.WAITING);
            assertThat(payload(job)).hasContent("text");
        }
    }

    @Test
    void bundleForWhoseNamesThereIsNoRoomStaysAndIsTakenWhenThereIs() throws IOException {
        ServerLimits small =
                ServerLimits.builder().set(ServerLimit.SPOOL_BYTES, 1_100).build();
        try (Jobs jobs = open(folder, small)) {
            MultiFileUploads uploads = new MultiFileUploads(jobs, () -> now, 1);
            for (String name : List.of("a.txt", "b.txt")) {
                uploads.add("bridges", "one", "me", name, content(300));
            }
            uploads.add("bridges", "other", "me", "c.txt", content(490));
            assertThatThrownBy(() -> uploads.begin("bridges", "one", "me"))
                    .hasMessageStartingWith("the waiting uploads fill the limit");
            uploads.drop("bridges", "other", "me");
            Job job = ended(jobs, uploads.begin("bridges", "one", "me"));
            assertThat(job.state()).isEqualTo(Job.State.DONE);
            assertThat(work.read("bridges")).containsExactly("[\"a.txt\",\"b.txt\"]");
            uploads.add("bridges", "whole", "me", "d.txt", content(1_100));
        }
    }

    @Test
    void bundleIsDoneThoughAnOlderJobCannotBeWrittenDown() throws IOException {
        ServerLimits small =
                ServerLimits.builder().set(ServerLimit.SPOOL_BYTES, 1_100).build();
        work.does("failing", heard -> fail(TernException.user("no")));
        try (Jobs jobs = open(folder, small)) {
            Job old = ended(jobs, take(jobs, "failing", "a".repeat(300)));
            Files.delete(payload(old));
            Files.delete(payload(old).resolveSibling("job.json"));
            Files.delete(payload(old).getParent());
            // The payloads of both exceed the limit: the older one's is dropped.
            assertThat(ended(jobs, take(jobs, "failing", "b".repeat(300))).state())
                    .isEqualTo(Job.State.FAILED);
            MultiFileUploads uploads = new MultiFileUploads(jobs, () -> now, 1);
            uploads.add("bridges", "one", "me", "a.txt", content(10));
            Job job = uploads.begin("bridges", "one", "me");
            assertThat(ended(jobs, job).state()).isEqualTo(Job.State.DONE);
            assertThat(work.read("bridges")).containsExactly("[\"a.txt\"]");
        }
    }

    @Test
    void serverStartsOnAFullDiskThoughAnOldJobIsToBeWrittenDown() throws IOException {
        work.does("failing", heard -> fail(TernException.user("no")));
        Job old;
        try (Jobs jobs = open()) {
            old = ended(jobs, take(jobs, "failing", "text"));
        }
        Path file = payload(old).resolveSibling("job.json");
        Files.writeString(
                file,
                Files.readString(file).replaceAll("\"created\":\"[^\"]*\"", "\"created\":\"2020-01-01T00:00:00Z\""));
        try (Jobs jobs = open(new FailingFiles(folder, 1, true).of(folder), limits)) {
            assertThat(jobs.find("failing", old.id()).orElseThrow().retriable()).isTrue();
            assertThat(payload(old)).hasContent("text");
        }
        try (Jobs jobs = open()) {
            assertThat(jobs.find("failing", old.id()).orElseThrow().retriable()).isFalse();
            assertThat(payload(old)).doesNotExist();
        }
    }

    private static InputStream content(int bytes) {
        return new ByteArrayInputStream(new byte[bytes]);
    }

    private static void fail(RuntimeException failure) {
        throw failure;
    }

    @Test
    void askersFaultFailsAtOnceAndWhatWasSentIsKeptForAnotherTry() {
        work.does("bridges", heard -> fail(TernException.user("the document is no document")));
        Job job;
        try (Jobs jobs = open()) {
            job = take(jobs, "bridges", "text");
            Job failed = ended(jobs, job);
            assertThat(failed.state()).isEqualTo(Job.State.FAILED);
            assertThat(failed.problem()).isEqualTo("the document is no document");
            assertThat(failed.retriable()).isTrue();
        }
        work.does("bridges", heard -> {});
        try (Jobs jobs = open()) {
            Job failed = jobs.find("bridges", job.id()).orElseThrow();
            jobs.retry(failed);
            assertThat(ended(jobs, job).state()).isEqualTo(Job.State.DONE);
            assertThatThrownBy(() -> jobs.retry(job)).hasMessage("only a failed job can be retried");
        }
        assertThat(work.read("bridges")).containsExactly("text", "text");
    }

    @Test
    void whatWasSentForAFailedJobGoesWhenItIsEndedAndWithItsGraph() {
        work.does("bridges", heard -> fail(TernException.user("no")));
        try (Jobs jobs = open()) {
            Job first = take(jobs, "bridges", "first");
            Job second = take(jobs, "bridges", "second");
            ended(jobs, first);
            ended(jobs, second);

            assertThat(jobs.cancel(first, "the operator").problem()).isEqualTo("ended by the operator");
            assertThat(payload(first)).doesNotExist();
            assertThat(jobs.drop("bridges", () -> true)).isTrue();
            assertThat(payload(second)).doesNotExist();
            assertThatThrownBy(() -> jobs.retry(second)).hasMessage("the upload of this job was deleted");
        }
    }

    @Test
    void mistakeOfTernIsTriedThreeTimesAnErrorToo() {
        work.does("mistake", heard -> fail(new IllegalStateException(SECRET)));
        work.does("error", heard -> {
            throw new StackOverflowError(SECRET);
        });
        try (Jobs jobs = open()) {
            for (Job job : List.of(take(jobs, "mistake", "text"), take(jobs, "error", "text"))) {
                Job failed = ended(jobs, job);
                assertThat(failed.state()).isEqualTo(Job.State.FAILED);
                assertThat(failed.attempts()).isEqualTo(3);
                assertThat(failed.problem())
                        .isEqualTo("the server failed; see the log under this id; it was tried 3 times");
                assertThat(payload(job)).hasContent("text");
            }
        }
    }

    @Test
    void jobUnderWhichTheProcessEndsThreeTimesFailsAndIsKept() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        work.does("bridges", heard -> waitFor(never));
        Path disk = folder.resolve("0");
        Job job = begun(disk);
        for (int death = 1; death <= 3; death++) {
            try (Jobs jobs = open(disk, limits)) {
                await(jobs, job, one -> one.state() == Job.State.RUNNING);
                Path next = folder.resolve(Integer.toString(death));
                copy(disk, next);
                disk = next;
            }
        }
        work.does("bridges", heard -> {});
        try (Jobs jobs = open(disk, limits)) {
            Job failed = jobs.find("bridges", job.id()).orElseThrow();
            assertThat(failed.state()).isEqualTo(Job.State.FAILED);
            assertThat(failed.problem())
                    .isEqualTo("the server's process ended 3 times while this job ran; its upload is kept, and a retry"
                            + " starts it again");
            jobs.retry(failed);
            assertThat(ended(jobs, job).state()).isEqualTo(Job.State.DONE);
        }
    }

    @Test
    void jobThatRanBesideTheOneThatEndsTheProcessIsNotFailedWithIt() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        work.does("deadly", heard -> waitFor(never));
        work.does("harmless", heard -> waitFor(never));
        Path disk = folder.resolve("0");
        Job deadly;
        Job harmless;
        try (Jobs jobs = open(disk, limits)) {
            deadly = take(jobs, "deadly", "text");
            harmless = take(jobs, "harmless", "text");
        }
        for (int death = 1; death <= 3; death++) {
            try (Jobs jobs = open(disk, limits)) {
                await(jobs, deadly, one -> one.state() == Job.State.RUNNING);
                if (death < 3) {
                    await(jobs, harmless, one -> one.state() == Job.State.RUNNING);
                }
                Path next = folder.resolve(Integer.toString(death));
                copy(disk, next);
                disk = next;
            }
            if (death == 2) {
                work.does("harmless", heard -> {});
            }
        }
        try (Jobs jobs = open(disk, limits)) {
            assertThat(ended(jobs, deadly).state()).isEqualTo(Job.State.FAILED);
            assertThat(ended(jobs, harmless).state()).isEqualTo(Job.State.DONE);
        }
    }

    @Test
    void whatAModelRefusesAgainAndAgainFailsIsKeptAndMakesWayForTheNext() throws IOException {
        work.does("bridges", heard -> fail(TernException.refusal(SECRET, new IllegalStateException())));
        Job refused = begun(folder);
        Path file = folder.resolve(refused.id()).resolve("job.json");
        Files.writeString(file, Files.readString(file).replaceAll("\"attempts\":\\d+", "\"attempts\":8"));
        try (Jobs jobs = open()) {
            Job waiting = await(jobs, refused, one -> one.attempts() == 9 && one.problem() != null);
            assertThat(waiting.state()).isEqualTo(Job.State.WAITING);
            assertThat(waiting.problem())
                    .isEqualTo("a model refused the request; see the log under this id; it is retried");
        }
        try (Jobs jobs = open()) {
            Job next = take(jobs, "bridges", "next");
            Job failed = ended(jobs, refused);
            assertThat(failed.state()).isEqualTo(Job.State.FAILED);
            assertThat(failed.problem())
                    .isEqualTo("a model refused the request; see the log under this id; it was tried 10 times, and a"
                            + " retry starts it again");
            assertThat(payload(refused)).hasContent("text");
            work.does("bridges", heard -> {});
            assertThat(ended(jobs, next).state()).isEqualTo(Job.State.DONE);
            work.does("bridges", heard -> fail(TernException.refusal(SECRET, new IllegalStateException())));
            jobs.retry(failed);
            Job again = await(jobs, refused, one -> one.attempts() == 1 && one.problem() != null);
            assertThat(again.state()).isEqualTo(Job.State.WAITING);
            work.does("bridges", heard -> {});
            assertThat(ended(jobs, refused).state()).isEqualTo(Job.State.DONE);
        }
    }

    /** Returns a job that a server accepted and left at an orderly shutdown. */
    private Job begun(Path place) {
        try (Jobs jobs = open(place, limits)) {
            return take(jobs, "bridges", "text");
        }
    }

    /** Copies the files that a process would leave if it ended now. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void endOfTheServerInOrderIsHeldAgainstNoJob() {
        CountDownLatch never = new CountDownLatch(1);
        work.does("bridges", heard -> waitFor(never));
        Job job = begun(folder);
        for (int end = 0; end < 4; end++) {
            try (Jobs jobs = open()) {
                await(jobs, job, one -> one.state() == Job.State.RUNNING);
            }
        }
        work.does("bridges", heard -> {});
        try (Jobs jobs = open()) {
            Job done = ended(jobs, job);
            assertThat(done.state()).isEqualTo(Job.State.DONE);
            assertThat(done.crashes()).isZero();
        }
    }

    @Test
    void jobsOfOneGraphKeepTheirOrderThoughTheClockIsSetBack() throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        work.does("bridges", heard -> waitFor(gate));
        List<Job> taken = new ArrayList<>();
        try (Jobs jobs = open()) {
            for (int i = 0; i < 4; i++) {
                taken.add(take(jobs, "bridges", "text " + i));
            }
        }
        work.forget();
        for (int i = 0; i < taken.size(); i++) {
            Path file = folder.resolve(taken.get(i).id()).resolve("job.json");
            Files.writeString(
                    file,
                    Files.readString(file)
                            .replaceAll(
                                    "\"created\":\"[^\"]*\"", "\"created\":\"2026-01-0" + (9 - i) + "T00:00:00Z\""));
        }
        gate.countDown();
        try (Jobs jobs = open()) {
            taken.forEach(job -> ended(jobs, job));
        }
        assertThat(work.read("bridges")).containsExactly("text 0", "text 1", "text 2", "text 3");
    }

    @Test
    void halfMadeFolderGoesAndTornJobIsLeftAlone() throws IOException {
        Path half = Files.createDirectories(folder.resolve("00000000-0000-0000-0000-000000000001"));
        Files.writeString(half.resolve("payload"), "never promised");
        Path torn = Files.createDirectories(folder.resolve("00000000-0000-0000-0000-000000000002"));
        Files.writeString(torn.resolve("payload"), "promised by an older Tern");
        Files.writeString(torn.resolve("job.json"), "");
        Path strange = Files.createDirectories(folder.resolve("somebody's"));
        try (Jobs jobs = open()) {
            assertThat(jobs.unfinished()).isZero();
        }
        assertThat(half).doesNotExist();
        assertThat(torn.resolve("payload")).hasContent("promised by an older Tern");
        assertThat(strange).exists();
    }

    @Test
    void tokensOfTheDayHoldForWhatIsUnderWayAndCountHoweverItEnds() {
        Intake.CallTotals call = new Intake.CallTotals(1, 50, 10, "0.02");
        work.does("bridges", heard -> {
            for (int i = 0; i < 5; i++) {
                heard.callStarting();
                heard.callEnded("extract", call);
            }
        });
        work.does("failing", heard -> {
            heard.callEnded("extract", call);
            heard.callEnded("extract", call);
            throw TernException.user("no");
        });
        Job job;
        try (Jobs jobs = open()) {
            job = take(jobs, "bridges", "text");
            Job waiting = await(jobs, job, one -> one.state() == Job.State.WAITING && one.problem() != null);
            assertThat(waiting.problem())
                    .isEqualTo(
                            "the 100 tokens of a day (UTC) are used up (server.tokensPerDay); it continues on the next"
                                    + " day");
            assertThat(waiting.usage()).isEqualTo(new Intake.CallTotals(2, 100, 20, "0.04"));
            Job next = take(jobs, "other", "text");
            assertThat(await(jobs, next, one -> one.problem() != null).attempts())
                    .isZero();
        }
        now = now.plus(Duration.ofDays(1));
        work.does("bridges", heard -> {});
        try (Jobs jobs = open()) {
            assertThat(ended(jobs, job).state()).isEqualTo(Job.State.DONE);
            assertThat(ended(jobs, take(jobs, "failing", "text")).usage())
                    .isEqualTo(new Intake.CallTotals(2, 100, 20, "0.04"));
            assertThat(quotas.hasTokens("anyone")).isFalse();
        }
    }
}
