package dev.tern.cli;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.app.Backend;
import dev.tern.app.StoreSettings;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.serve.ServerConfiguration;
import dev.tern.error.TernException;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.kept.VectorCache;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.settings.ServerSettings;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.text.Redaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The graphs that {@code tern serve} serves, on files in a folder, except for the models, which are scripted. Failures
 * are injected beneath: into the store or a model. Thread-safe.
 */
public final class ScriptedBackend extends Backend {
    public static final String EMBEDDING_MODEL = "words";

    /** The calls that never fail, since a graph is opened before its store is checked. */
    private static final Set<String> NEVER_FAILING = Set.of("open", "close", "latest");

    private final @Nullable ChatModel chat;
    private final Map<String, String> environment = new HashMap<>();
    private final AtomicInteger openStores = new AtomicInteger();
    private volatile @Nullable Throwable storeFailure;
    private volatile boolean descriptionsFail;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile CountDownLatch scanGate = new CountDownLatch(0);
    private volatile CountDownLatch countGate = new CountDownLatch(0);
    private final AtomicInteger heldScans = new AtomicInteger();
    private final AtomicInteger heldCounts = new AtomicInteger();
    private final AtomicInteger heldCalls = new AtomicInteger();
    private volatile String slowGraph = "";
    private volatile CountDownLatch openingGate = new CountDownLatch(0);
    private final AtomicInteger heldOpenings = new AtomicInteger();
    private volatile CountDownLatch droppingGate = new CountDownLatch(0);
    private final AtomicInteger heldDrops = new AtomicInteger();
    private volatile int embeddingTokens;

    /**
     * Creates a backend with a chat model, or without one.
     *
     * @param chat extracts statements only if {@code TERN_EXTRACTOR} is set to do so
     */
    public ScriptedBackend(@Nullable ChatModel chat) {
        this.chat = chat;
        environment.put("TERN_CHAT_PROVIDER", chat == null ? "none" : "openai");
        environment.put("TERN_CHAT_MODEL", "scripted");
        environment.put("TERN_CHAT_API_KEY", "no-key-of-anybody");
        environment.put("TERN_EMBEDDING_PROVIDER", "openai");
        environment.put("TERN_EMBEDDING_MODEL", EMBEDDING_MODEL);
        environment.put("TERN_EMBEDDING_API_KEY", "no-key-of-anybody");
        environment.put("TERN_EXTRACTOR", "rules");
    }

    /** Sets a variable of the environment, as a user would. */
    public ScriptedBackend with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Returns the configuration of a server whose files are in a folder. */
    public Configuration configuration(Path folder) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("HOME", folder.toString());
        variables.putIfAbsent("TERN_STORE", folder.resolve("store").toString());
        variables.put("TERN_CACHE_DIRECTORY", folder.resolve("cache").toString());
        return new ConfigurationReader(variables, folder).read(List.of());
    }

    /** Returns the settings of a server whose files are in a folder, on a free port. */
    public ServerSettings settings(Path folder, UnaryOperator<ServerLimits.Builder> limits) {
        environment.put("TERN_SERVER_PORT", "0");
        ServerSettings.Builder settings =
                new ServerConfiguration(configuration(folder), folder, new Redaction()).builder();
        return settings.limits(
                        limits.apply(settings.build().limits().toBuilder()).build())
                .build();
    }

    /** Returns the graphs for a server, which closes them. */
    public Graphs open(Path folder) {
        return new ServerConfiguration(configuration(folder), folder, new Redaction()).graphs(this, false);
    }

    /** Returns the graphs of a server that keeps so many unused ones open. */
    public Graphs open(Path folder, int openGraphs) {
        Configuration configuration = configuration(folder);
        return new Graphs(configuration.settings(), this, configuration.loader().build(), openGraphs);
    }

    /** Makes every read and write of the store fail from now on. */
    public void failStore(Throwable failure) {
        descriptionsFail = true;
        storeFailure = failure;
    }

    /** Fails all calls but descriptions, which a server caches for a second: questions fail at the first look-up. */
    public void failLookUps(Throwable failure) {
        descriptionsFail = false;
        storeFailure = failure;
    }

    /** Returns the number of graphs of the store that are open. */
    public int openStores() {
        return openStores.get();
    }

    /** Makes the store work again. */
    public void mendStore() {
        storeFailure = null;
    }

    /** Makes calls of the embedding model wait from now on. */
    public void hold() {
        gate = new CountDownLatch(1);
    }

    /** Makes scans of the rows of a graph wait from now on. */
    public void holdScans() {
        scanGate = new CountDownLatch(1);
    }

    /** Makes counts of a graph wait from now on. */
    public void holdCounts() {
        countGate = new CountDownLatch(1);
    }

    /** Returns the number of requests that wait to count. */
    public int heldCounts() {
        return heldCounts.get();
    }

    /** Returns the number of calls of the embedding model that have waited so far. */
    public int heldCalls() {
        return heldCalls.get();
    }

    /** Returns the number of requests that wait to scan rows. */
    public int heldScans() {
        return heldScans.get();
    }

    /** Makes openings of this graph wait from now on. */
    public void holdOpening(String graph) {
        slowGraph = graph;
        openingGate = new CountDownLatch(1);
    }

    /** Returns the number of times that opening this graph has begun. */
    public int heldOpenings() {
        return heldOpenings.get();
    }

    /** Makes removals of a graph wait from now on, before anything is removed. */
    public void holdDropping() {
        droppingGate = new CountDownLatch(1);
    }

    /** Returns the number of times that dropping a graph has begun. */
    public int heldDrops() {
        return heldDrops.get();
    }

    /** Makes each call of the embedding model report a number of tokens; by default it reports none. */
    public ScriptedBackend withEmbeddingTokens(int tokens) {
        embeddingTokens = tokens;
        return this;
    }

    /** Releases all that wait. */
    public void release() {
        gate.countDown();
        openingGate.countDown();
        droppingGate.countDown();
        scanGate.countDown();
        countGate.countDown();
    }

    @Override
    public GraphCatalog catalog(StoreSettings settings) {
        return failing(GraphCatalog.class, super.catalog(settings));
    }

    @Override
    public EmbeddingModel embeddingModel(EmbeddingModelSettings settings, @Nullable VectorCache cache) {
        EmbeddingModel words = new HashingEmbeddingModel(settings.modelName());
        return new EmbeddingModel() {
            @Override
            public String modelName() {
                return words.modelName();
            }

            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                try {
                    if (gate.getCount() > 0) {
                        heldCalls.incrementAndGet();
                    }
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw TernException.user("interrupted", e);
                }
                Response<List<Embedding>> vectors = words.embedAll(segments);
                return embeddingTokens == 0
                        ? vectors
                        : Response.from(vectors.content(), new TokenUsage(embeddingTokens));
            }
        };
    }

    @Override
    public ChatModel chatModel(ChatModelSettings settings) {
        return Objects.requireNonNull(chat);
    }

    /** Returns a proxy of a part of the store that fails while the store does, as do the objects that it returns. */
    private <T> T failing(Class<T> door, T real) {
        return door.cast(Proxy.newProxyInstance(
                door.getClassLoader(), new Class<?>[] {door}, (proxy, method, given) -> call(method, real, given)));
    }

    private @Nullable Object call(Method method, Object real, Object @Nullable [] given) throws Throwable {
        Throwable failure = storeFailure;
        boolean fails = descriptionsFail || !method.getName().equals("description");
        if (failure != null && fails && !NEVER_FAILING.contains(method.getName())) {
            throw failure;
        }
        if (method.getName().equals("scan")) {
            heldScans.incrementAndGet();
            try {
                scanGate.await();
            } finally {
                heldScans.decrementAndGet();
            }
        }
        if (method.getName().equals("statistics")) {
            heldCounts.incrementAndGet();
            try {
                countGate.await();
            } finally {
                heldCounts.decrementAndGet();
            }
        }
        if (method.getName().equals("open") && given != null && slowGraph.equals(given[0])) {
            heldOpenings.incrementAndGet();
            openingGate.await();
            if (storeFailure != null) {
                throw storeFailure;
            }
        }
        if (method.getName().equals("drop")) {
            heldDrops.incrementAndGet();
            droppingGate.await();
        }
        try {
            Object answer = method.invoke(real, given);
            if (real instanceof GraphStore && method.getName().equals("close")) {
                openStores.decrementAndGet();
            }
            if (method.getReturnType() == GraphStore.class) {
                openStores.incrementAndGet();
                return failing(GraphStore.class, (GraphStore) answer);
            }
            return method.getReturnType() == GraphView.class ? failing(GraphView.class, (GraphView) answer) : answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
