package dev.tern.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException;
import dev.tern.server.metrics.Metrics;
import dev.tern.testing.FailingFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests jobs on a disk where each write, fsync, rename and removal fails once, and on one that is
 * full from each moment on; reported states of jobs must survive a power cut.
 */
final class FailingSpoolTest {
    @TempDir
    private Path folder;

    private final Map<String, String> promised = new LinkedHashMap<>();
    private final Map<String, List<Job.State>> allowed = new LinkedHashMap<>();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasPromisedIsThereWhereverTheDiskFails(boolean full) throws IOException {
        int steps = 0;
        boolean failed = true;
        while (failed) {
            steps++;
            promised.clear();
            allowed.clear();
            Path place = folder.resolve((full ? "full" : "step") + steps);
            FailingFiles disk = new FailingFiles(place, steps, full);
            run(disk, disk.of(place));
            failed = disk.hasFailed();
            assertWhole(place, "step " + steps + (full ? " of a full disk" : ""));
        }
        assertThat(steps).as("steps of the run").isGreaterThan(full ? 20 : 60);
    }

    private void run(FailingFiles disk, Path place) {
        JobSpool spool = new JobSpool(place, 1 << 20);
        try {
            spool.loadJobs();
        } catch (TernException e) {
            assertThat(e.fault()).isEqualTo(TernException.Fault.OPERATOR);
            return;
        }
        JobTable jobTable = new JobTable(spool, 1 << 20, new Metrics());
        for (String text : List.of("the first", "the second", "the third", "the fourth")) {
            if (take(spool, jobTable, text)) {
                assertThat(disk.unforced()).noneMatch(lost -> lost.toString().equals(place.toString()));
                assertThat(disk.unforced()).noneMatch(this::isTold);
            }
        }
        List<String> ids = List.copyOf(promised.keySet());
        change(jobTable, ids, 0, Job::running);
        change(jobTable, ids, 0, Job::done);
        change(jobTable, ids, 1, Job::running);
        change(jobTable, ids, 1, job -> job.failed("why", true));
        change(jobTable, ids, 2, job -> job.cancelled("me"));
        change(jobTable, ids, 3, job -> job.failed("why", true));
        change(jobTable, ids, 3, Job::retried);
        jobTable.trim();
        assertThat(disk.unforced()).noneMatch(this::isTold);
    }

    /** Returns true if a file belongs to a job whose state was reported. */
    private boolean isTold(Path file) {
        return allowed.entrySet().stream()
                .anyMatch(job -> job.getValue().size() == 1 && file.toString().contains(job.getKey()));
    }

    private boolean take(JobSpool spool, JobTable jobTable, String text) {
        Job job = Job.waiting("bridges", Job.Kind.UPLOAD, text, "anyone");
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            spool.receive(job, new ByteArrayInputStream(bytes));
            jobTable.accept(job, taken -> {});
            promised.put(job.id(), text);
            allowed.put(job.id(), List.of(Job.State.WAITING));
            return true;
        } catch (TernException e) {
            assertThat(e.fault()).isEqualTo(TernException.Fault.STORE);
            return false;
        }
    }

    /** After a failure the disk may have the old state or the new one, unknown to the caller. */
    private void change(JobTable jobTable, List<String> ids, int index, UnaryOperator<Job> how) {
        if (index >= ids.size()) {
            return;
        }
        String id = ids.get(index);
        if (allowed.getOrDefault(id, List.of()).size() > 1) {
            return;
        }
        Job before = jobTable.find(id).orElseThrow();
        try {
            allowed.put(id, List.of(jobTable.changeState(id, how).state()));
        } catch (TernException e) {
            assertThat(e.fault()).isEqualTo(TernException.Fault.STORE);
            assertThat(jobTable.find(id)).hasValue(before);
            allowed.put(id, List.of(before.state(), how.apply(before).state()));
        }
    }

    private void assertWhole(Path place, String what) throws IOException {
        JobSpool spool = new JobSpool(place, 1 << 20);
        Map<String, Job> found = spool.loadJobs().stream()
                .collect(Collectors.toMap(Job::id, job -> job, (a, b) -> a, LinkedHashMap::new));
        assertThat(found.keySet()).as(what).containsExactlyElementsOf(promised.keySet());
        for (Job job : found.values()) {
            assertThat(allowed.get(job.id())).as(what).contains(job.state());
            if (job.needsPayload()) {
                assertThat(Files.readString(spool.payload(job))).as(what).isEqualTo(promised.get(job.id()));
            }
        }
    }
}
