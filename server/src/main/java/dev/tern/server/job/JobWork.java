package dev.tern.server.job;

import dev.tern.app.limits.SyncRoots;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.ingest.IngestReport;
import dev.tern.server.front.JsonBody;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.IntakeSource;
import dev.tern.server.graphs.ServedGraph;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;

/** Runs the work of each kind of job. Thread-safe. */
final class JobWork {
    private final Graphs graphs;
    private final SyncRoots syncRoots;
    private final Clock clock;

    JobWork(Graphs graphs, SyncRoots syncRoots, InstantSource clock) {
        this.graphs = graphs;
        this.syncRoots = syncRoots;
        this.clock = clock.withZone(ZoneOffset.UTC);
    }

    /** Runs the work of a job on its payload file. */
    IngestReport run(Job job, Path payload, Intake.IntakeListener listener) throws IOException {
        try (ServedGraph graph = graphs.create(job.graph())) {
            return run(job, payload, graph, listener);
        }
    }

    private IngestReport run(Job job, Path payload, ServedGraph graph, Intake.IntakeListener listener)
            throws IOException {
        return switch (job.kind()) {
            case DOCUMENTS ->
                graph.intake()
                        .add(
                                JsonBody.documents(Files.readAllBytes(payload), DocumentsBody.class)
                                        .sources(),
                                listener);
            case UPLOAD -> graph.intake().add(List.of(new IntakeSource.UploadedFile(job.subject(), payload)), listener);
            case FILES -> graph.intake().add(files(payload), listener);
            case PAGE -> graph.intake().add(List.of(new IntakeSource.WebPage(URI.create(text(payload)))), listener);
            case RETRY -> graph.intake().retryFailed(listener);
            case EDIT -> ofPlugin(job, "editing", "curation").run(graph, text(payload), syncRoots, listener, clock);
            case SYNC -> ofPlugin(job, "synchronising", "sync").run(graph, text(payload), syncRoots, listener, clock);
            case REMOVE ->
                removed(graph, Arrays.asList(JsonBody.documents(Files.readAllBytes(payload), String[].class)));
        };
    }

    private static PluginJob ofPlugin(Job job, String action, String plugin) {
        return ServiceLoader.load(PluginJob.class, PluginJob.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(work -> work.kind() == job.kind())
                .findFirst()
                .orElseThrow(() -> Problem.conflict(
                        action + " needs dev.tern:tern-" + plugin + ", which is not on the class path"));
    }

    private static List<IntakeSource> files(Path payload) throws IOException {
        String[] names = JsonBody.read(Files.readAllBytes(payload), String[].class);
        List<IntakeSource> files = new ArrayList<>();
        for (int number = 0; number < names.length; number++) {
            files.add(new IntakeSource.UploadedFile(names[number], JobSpool.file(payload, number)));
        }
        return files;
    }

    private static String text(Path payload) throws IOException {
        return Files.readString(payload, StandardCharsets.UTF_8);
    }

    private static IngestReport removed(ServedGraph graph, List<String> documentIds) {
        long start = System.nanoTime();
        int removed = DocumentRemoval.remove(graph.store(), documentIds, graph.rag()::remove);
        double millis = (System.nanoTime() - start) / 1e6;
        return IngestReport.of(removed, 0, 0, 0, 0, 0, false, millis);
    }
}
