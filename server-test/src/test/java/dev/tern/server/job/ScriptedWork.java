package dev.tern.server.job;

import dev.tern.GraphRag;
import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.graphs.Source;
import dev.tern.settings.Mode;
import dev.tern.store.GraphStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Graphs that hold nothing: bringing a file into one does what the test says. Thread-safe. */
final class ScriptedWork implements Graphs {
    private static final IngestReport NOTHING = new IngestReport(0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0);

    private final Map<String, Consumer<Intake.Listener>> works = new ConcurrentHashMap<>();
    private final Map<String, List<String>> read = new ConcurrentHashMap<>();

    /** What adding to a graph does from now on; usually nothing. */
    void does(String graph, Consumer<Intake.Listener> work) {
        works.put(graph, work);
    }

    /** What was added to a graph. */
    List<String> read(String graph) {
        return read.getOrDefault(graph, List.of());
    }

    /** Forgets what was added. */
    void forget() {
        read.clear();
    }

    @Override
    public ServedGraph create(String name) {
        return new ServedGraph() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public GraphRag rag() {
                throw new UnsupportedOperationException();
            }

            @Override
            public GraphStore store() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Intake intake() {
                return new Work(name);
            }

            @Override
            public void close() {}
        };
    }

    private final class Work implements Intake {
        private final String graph;

        private Work(String graph) {
            this.graph = graph;
        }

        @Override
        public IngestReport add(List<Source> sources, Listener listener) {
            for (Source source : sources) {
                try {
                    String text = Files.readString(((Source.Upload) source).content());
                    read.computeIfAbsent(graph, name -> new CopyOnWriteArrayList<>())
                            .add(text);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            works.getOrDefault(graph, heard -> {}).accept(listener);
            return NOTHING;
        }

        @Override
        public IngestReport retryFailed(Listener listener) {
            return NOTHING;
        }

        @Override
        public Forecast estimate(List<Source> sources, Listener listener) {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public List<String> damaged() {
        return List.of();
    }

    @Override
    public Optional<ServedGraph> find(String name) {
        return Optional.of(create(name));
    }

    @Override
    public boolean drop(String name) {
        return true;
    }

    @Override
    public List<Mode> modes() {
        return List.of(Mode.NAIVE);
    }

    @Override
    public Figures figures() {
        return new Figures(0, 0);
    }

    @Override
    public void close() {}
}
