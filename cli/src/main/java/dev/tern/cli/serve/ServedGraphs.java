package dev.tern.cli.serve;

import dev.langchain4j.model.chat.ChatModel;
import dev.tern.GraphRag;
import dev.tern.cli.assembly.Backend;
import dev.tern.cli.assembly.LazyEmbeddingModel;
import dev.tern.cli.assembly.Session;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ModelChoice;
import dev.tern.cli.config.Setting;
import dev.tern.documents.DocumentLoader;
import dev.tern.server.graphs.Graphs;
import dev.tern.settings.Mode;
import dev.tern.store.GraphStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Gives the graphs of a configured store their models, which are made once, when they are first asked. Thread-safe. */
public final class ServedGraphs {
    private final Configuration wanted;
    private final Backend backend;
    private final Optional<ChatModel> chat;
    private final DocumentLoader loader;
    private final Map<String, LazyEmbeddingModel> embeddings = new ConcurrentHashMap<>();
    private final ModelUse use = new ModelUse();

    private ServedGraphs(Configuration wanted, Backend backend, boolean allowPrivate) {
        this.wanted = wanted;
        this.backend = backend;
        this.chat = backend.chatModel(wanted);
        // One for all graphs, jobs and estimates: what they parse takes the memory of two processes, however many ask.
        this.loader = DocumentLoader.builder()
                .limits(wanted.loadLimits())
                .allowPrivate(allowPrivate)
                .addressesTold(false)
                .build();
    }

    /**
     * The graphs of the configured store.
     *
     * @param allowPrivate whether pages outside the open internet may be fetched
     */
    public static Graphs open(Configuration wanted, Backend backend, boolean allowPrivate) {
        ServedGraphs served = new ServedGraphs(wanted, backend, allowPrivate);
        return new Graphs(
                backend.catalogToServe(wanted),
                served::open,
                wanted.whole(Setting.SERVER_OPEN_GRAPHS),
                served.chat.isEmpty() ? List.of(Mode.NAIVE, Mode.LOCAL) : List.of(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH),
                served.use::figures);
    }

    private Graphs.Opened open(String name, GraphStore store) {
        Configuration configuration = configuration(store);
        LazyEmbeddingModel embedding = embedding(configuration);
        // Closes the store if it fails.
        GraphRag rag = GraphRag.builder()
                .store(store)
                .embeddingModel(embedding)
                .chatModel(chat.orElse(null))
                .parameters(configuration.libraryParameters())
                .build();
        return new Graphs.Opened(
                rag, new GraphIntake(backend, use, configuration, name, store, embedding, chat, loader));
    }

    /** The configuration with the graph's own model. Closes the store if it fails: who waits for it asks again and again. */
    private Configuration configuration(GraphStore store) {
        try {
            return Session.withModelOfGraph(wanted, store.description());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private LazyEmbeddingModel embedding(Configuration configuration) {
        ModelChoice choice = configuration.embedding();
        return embeddings.computeIfAbsent(
                choice.provider() + " " + choice.model(),
                key -> new LazyEmbeddingModel(
                        backend.embeddingModelName(configuration), () -> backend.embeddingModel(configuration)));
    }
}
