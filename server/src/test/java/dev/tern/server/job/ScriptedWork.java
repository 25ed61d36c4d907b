package dev.tern.server.job;

import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Work that runs a test's script in place of adding a payload. Thread-safe. */
final class ScriptedWork {

    private final Map<String, Consumer<Intake.IntakeListener>> works = new ConcurrentHashMap<>();
    private final Map<String, List<String>> read = new ConcurrentHashMap<>();

    /** Sets the script for a graph; the default does nothing. */
    void does(String graph, Consumer<Intake.IntakeListener> work) {
        works.put(graph, work);
    }

    /** Returns the payloads added to a graph. */
    List<String> read(String graph) {
        return read.getOrDefault(graph, List.of());
    }

    void forget() {
        read.clear();
    }

    IngestReport run(Job job, Path payload, Intake.IntakeListener listener) throws IOException {
        read.computeIfAbsent(job.graph(), name -> new CopyOnWriteArrayList<>()).add(Files.readString(payload));
        works.getOrDefault(job.graph(), heard -> {}).accept(listener);
        return IngestReport.EMPTY;
    }
}
