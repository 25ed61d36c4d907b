package dev.tern.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** Sends jobs and waits for them. */
final class TakenJobs {
    private TakenJobs() {}

    static Job take(Jobs jobs, String graph, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return jobs.accept(graph, Job.Kind.UPLOAD, "notes.txt", "anyone", new ByteArrayInputStream(bytes));
    }

    static Job await(Jobs jobs, Job job, Predicate<Job> wanted) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        Job found = job;
        while (!wanted.test(found)) {
            assertThat(System.nanoTime()).as(found.toString()).isLessThan(end);
            pause();
            found = jobs.find(job.graph(), job.id()).orElseThrow();
        }
        return found;
    }

    static Job ended(Jobs jobs, Job job) {
        return await(jobs, job, Job::hasEnded);
    }

    static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("interrupted", e);
        }
    }
}
