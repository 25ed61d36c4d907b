package dev.tern.server.mcp;

import dev.tern.server.front.Caller;
import dev.tern.server.front.Quotas;
import dev.tern.server.job.DocumentsBody;
import dev.tern.server.job.Job;
import dev.tern.server.job.Jobs;
import dev.tern.server.json.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;

/** Adds documents by jobs, which survive a restart. Thread-safe. */
public final class QueuedTextAdder implements TextAdder {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Jobs jobs;
    private final Quotas quotas;

    public QueuedTextAdder(Jobs jobs, Quotas quotas) {
        this.jobs = jobs;
        this.quotas = quotas;
    }

    @Override
    public AddResult add(Caller caller, String graph, DocumentsBody documents, Runnable taken) {
        documents.sources();
        quotas.requireTokens(caller);
        Job job = submit(caller, graph, documents);
        taken.run();
        return added(awaited(job));
    }

    private Job submit(Caller caller, String graph, DocumentsBody documents) {
        byte[] body = Json.line(documents).getBytes(StandardCharsets.UTF_8);
        return jobs.accept(graph, Job.Kind.DOCUMENTS, "1 document", caller.name(), new ByteArrayInputStream(body));
    }

    private Job awaited(Job job) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Job now = job;
        while (now.ended() == null && System.nanoTime() < end) {
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while waiting for a job");
            }
            now = jobs.find(job.graph(), job.id()).orElse(now);
        }
        return now;
    }

    private static AddResult added(Job job) {
        long passages = job.report() == null ? 0 : job.report().passages();
        return new AddResult(job.state().name().toLowerCase(Locale.ROOT), passages, job.id(), job.problem());
    }
}
