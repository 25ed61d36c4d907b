package dev.tern.server.job;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.Source;
import dev.tern.settings.Mode;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Graphs that hold nothing: bringing a file into one does what the test says. Thread-safe. */
final class ScriptedWork {
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

    /** The graphs as the server has them. */
    Graphs graphs() {
        return new Graphs(
                new Nothing(),
                (name, store) -> new Graphs.Opened(
                        GraphRag.builder()
                                .store(store)
                                .embeddingModel(new EmbeddingModel() {})
                                .build(),
                        new Work(name)),
                0,
                List.of(Mode.NAIVE),
                () -> new Graphs.Figures(0, 0));
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

    /** A store in which every graph is empty. */
    private static final class Nothing implements GraphCatalog {
        @Override
        public String location() {
            return "nowhere";
        }

        @Override
        public List<String> graphs() {
            return List.of();
        }

        @Override
        public GraphStore open(String graphName) {
            return new InMemoryGraphStore();
        }

        @Override
        public boolean drop(String graphName) {
            return true;
        }

        @Override
        public void close() {}
    }
}
