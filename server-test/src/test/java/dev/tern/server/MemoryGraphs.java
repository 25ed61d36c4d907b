package dev.tern.server;

import dev.langchain4j.model.chat.ChatModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.IngestReport;
import dev.tern.query.Mode;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.graphs.Source;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Graphs in memory; files that are sent are read as plain text, pages are not read at all. */
final class MemoryGraphs implements Graphs {
    private final Map<String, MemoryGraph> graphs = new ConcurrentSkipListMap<>();
    private final @Nullable ChatModel chat;
    /** What {@link #names} throws, and every addition: a store that is out of service. */
    volatile @Nullable TernException trouble;
    /** Every addition waits for it. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    MemoryGraphs(@Nullable ChatModel chat) {
        this.chat = chat;
    }

    @Override
    public List<String> names() {
        check();
        return graphs.values().stream()
                .filter(graph -> graph.store.description().isPresent())
                .map(MemoryGraph::name)
                .toList();
    }

    private void check() {
        TernException failure = trouble;
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public Optional<ServedGraph> find(String name) {
        return Optional.<ServedGraph>ofNullable(graphs.get(name))
                .filter(graph -> graph.rag().description().isPresent());
    }

    @Override
    public ServedGraph create(String name) {
        return graphs.computeIfAbsent(name, MemoryGraph::new);
    }

    @Override
    public boolean drop(String name) {
        return graphs.remove(name) != null;
    }

    @Override
    public List<Mode> modes() {
        return chat == null ? List.of(Mode.NAIVE, Mode.LOCAL) : List.of(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH);
    }

    @Override
    public Figures figures() {
        return new Figures(3, 0.25);
    }

    @Override
    public void close() {}

    private final class MemoryGraph implements ServedGraph, Intake {
        private final String name;
        private final GraphStore store = new InMemoryGraphStore();
        private final GraphRag rag;

        private MemoryGraph(String name) {
            this.name = name;
            this.rag = GraphRag.builder()
                    .store(store)
                    .embeddingModel(new WordVectors())
                    .chatModel(chat)
                    .build();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public GraphRag rag() {
            return rag;
        }

        @Override
        public GraphStore store() {
            return store;
        }

        @Override
        public Intake intake() {
            return this;
        }

        @Override
        public Outcome add(List<Source> sources, Listener listener) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw TernException.user("interrupted", e);
            }
            check();
            return new Outcome(rag.add(documents(sources, listener), listener), new Spent(1, 20, 3, "0.01"));
        }

        private List<Document> documents(List<Source> sources, Listener listener) {
            List<Document> documents = new ArrayList<>();
            for (Source source : sources) {
                switch (source) {
                    case Source.Given given -> documents.add(given.document());
                    case Source.Upload upload -> {
                        String text = text(upload);
                        if (text.codePoints().noneMatch(Character::isLetterOrDigit)) {
                            listener.skipped(upload.name(), "has no text");
                        } else {
                            documents.add(Document.of(upload.name(), text));
                        }
                    }
                    case Source.Page page -> listener.skipped(page.address().toString(), "is not fetched here");
                }
            }
            return documents;
        }

        private static String text(Source.Upload upload) {
            try {
                return new String(Files.readAllBytes(upload.content()), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Outcome retryFailed(Listener listener) {
            IngestReport report = rag.retryFailed(listener);
            return new Outcome(report, Spent.NOTHING);
        }

        @Override
        public Forecast estimate(List<Source> sources, Listener listener) {
            IngestEstimate estimate = rag.estimate(documents(sources, listener));
            return new Forecast(
                    estimate.documents(),
                    estimate.passages(),
                    estimate.knownPassages(),
                    new Calls("chat", 0, 0, 0),
                    new Calls("words", 1, 10, 0),
                    Optional.of("0"));
        }
    }
}
