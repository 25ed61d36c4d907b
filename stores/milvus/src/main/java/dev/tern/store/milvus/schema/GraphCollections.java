package dev.tern.store.milvus.schema;

import dev.tern.error.TernException;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphName;
import dev.tern.store.milvus.client.ConcurrentRequests;
import dev.tern.store.milvus.client.ConnectionSettings;
import dev.tern.store.milvus.client.InterruptibleWait;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.client.MilvusFailure;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.common.ConsistencyLevel;
import io.milvus.v2.common.IndexParam.IndexType;
import io.milvus.v2.service.collection.request.AlterCollectionPropertiesReq;
import io.milvus.v2.service.collection.request.CreateCollectionReq;
import io.milvus.v2.service.collection.request.CreateCollectionReq.CollectionSchema;
import io.milvus.v2.service.collection.request.DescribeCollectionReq;
import io.milvus.v2.service.collection.request.DropCollectionReq;
import io.milvus.v2.service.collection.request.GetLoadStateReq;
import io.milvus.v2.service.collection.request.LoadCollectionReq;
import io.milvus.v2.service.collection.response.DescribeCollectionResp;
import io.milvus.v2.service.vector.request.QueryReq;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three collections of a graph. Each has the graph's description as a property; a collection
 * without this property was not made by Tern.
 */
public final class GraphCollections {
    private static final Logger LOG = LoggerFactory.getLogger(GraphCollections.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int LOOKS = 20;

    private static final Duration FRESH = Duration.ofSeconds(1);

    private final MilvusConnection connection;
    private final String graph;
    /**
     * Held while collections are examined or created, so that this process does not load a graph
     * that it is still creating.
     */
    private final ReentrantLock making = new ReentrantLock();

    private volatile @Nullable GraphDescription description;
    private volatile long comparedNanos;
    /** True if passages have a keyword index; set when the collection is described or created. */
    private volatile boolean wordIndexed;

    private final Map<CollectionKind, IndexType> vectorIndexes = new ConcurrentHashMap<>();

    /** Creates the handle of a graph's collections, which need not exist. */
    public GraphCollections(MilvusConnection connection, String graph) {
        this.connection = connection;
        this.graph = GraphName.require(graph);
    }

    /** Returns the server's name of a collection of this graph. */
    public String name(CollectionKind kind) {
        return graph.equals(GraphName.DEFAULT) ? kind.nameInDefaultGraph() : graph + kind.suffix();
    }

    /** Returns the type of a collection's vector index; {@code None} before {@link #load}. */
    public IndexType vectorIndex(CollectionKind kind) {
        return vectorIndexes.getOrDefault(kind, IndexType.None);
    }

    /** Returns the graph of a passages' collection, by its name alone; empty for other names. */
    public static Optional<String> graphOf(String passages) {
        if (passages.equals(CollectionKind.PASSAGES.nameInDefaultGraph())) {
            return Optional.of(GraphName.DEFAULT);
        }
        String suffix = CollectionKind.PASSAGES.suffix();
        return passages.endsWith(suffix) && passages.length() > suffix.length()
                ? Optional.of(passages.substring(0, passages.length() - suffix.length()))
                : Optional.empty();
    }

    /**
     * Returns the graph's description; empty if there is no graph. The first call that finds a
     * graph loads it.
     */
    public Optional<GraphDescription> description() {
        GraphDescription known = description;
        return known != null ? Optional.of(known) : described();
    }

    /** Returns the {@link #description}, compared with the server's if older than a second. */
    public Optional<GraphDescription> freshDescription() {
        if (description != null && System.nanoTime() - comparedNanos > FRESH.toNanos()) {
            passages();
        }
        return description();
    }

    /**
     * Reads the passages' collection; empty if it is missing. Discards the known description if the
     * collection is missing or has another one: the graph was dropped or created anew.
     */
    Optional<DescribeCollectionResp> passages() {
        GraphDescription known = description;
        Optional<DescribeCollectionResp> passages = collection(CollectionKind.PASSAGES);
        comparedNanos = System.nanoTime();
        if (known != null && !passages.map(this::description).equals(Optional.of(known))) {
            description = null;
        }
        return passages;
    }

    private Optional<GraphDescription> described() {
        making.lock();
        try {
            GraphDescription known = description;
            if (known == null) {
                known = describe().orElse(null);
                if (known != null) {
                    load();
                    comparedNanos = System.nanoTime();
                    description = known;
                }
            }
            return Optional.ofNullable(known);
        } finally {
            making.unlock();
        }
    }

    /**
     * Returns the graph's description; empty if there is none. The passages' collection is created
     * last and dropped last, so if it exists, the others should exist.
     *
     * @throws TernException if a collection is not Tern's, has another format or differs from the
     *     others; if one is missing while the passages' collection exists; if the passages'
     *     collection is missing while another has rows; or if the graph is being imported
     */
    private Optional<GraphDescription> describe() {
        Map<CollectionKind, GraphDescription> descriptions = new EnumMap<>(CollectionKind.class);
        for (CollectionKind kind : CollectionKind.values()) {
            collection(kind).ifPresent(found -> descriptions.put(kind, published(found)));
        }
        GraphDescription passages = descriptions.get(CollectionKind.PASSAGES);
        if (passages == null) {
            // Empty collections belong to a graph whose creation is running or was interrupted.
            if (descriptions.keySet().stream().anyMatch(this::holdsRows)
                    && collection(CollectionKind.PASSAGES).isEmpty()) {
                throw lacks(CollectionKind.PASSAGES);
            }
            return Optional.empty();
        }
        for (CollectionKind kind : CollectionKind.values()) {
            GraphDescription description = descriptions.get(kind);
            if (description == null) {
                throw lacks(kind);
            }
            if (!description.equals(passages)) {
                throw TernException.store("the collections " + name(kind) + " and " + name(CollectionKind.PASSAGES)
                        + " at " + connection.settings() + " are of different graphs: " + description + " and "
                        + passages);
            }
        }
        return Optional.of(passages);
    }

    private TernException lacks(CollectionKind kind) {
        return TernException.store("the graph \"" + graph + "\" at " + connection.settings() + " lacks its collection "
                + name(kind) + ": restore it, or drop the graph");
    }

    private boolean holdsRows(CollectionKind kind) {
        load(kind);
        return connection.call(
                "reading " + name(kind),
                client -> !client.query(QueryReq.builder()
                                .collectionName(name(kind))
                                .filter(Condition.notIn(Fields.ID, List.of("")).toString())
                                .outputFields(List.of(Fields.ID))
                                .limit(1)
                                .consistencyLevel(ConsistencyLevel.STRONG)
                                .build())
                        .getQueryResults()
                        .isEmpty());
    }

    private Optional<DescribeCollectionResp> collection(CollectionKind kind) {
        try {
            DescribeCollectionResp found = connection.raw(client -> client.describeCollection(
                    DescribeCollectionReq.builder().collectionName(name(kind)).build()));
            if (kind == CollectionKind.PASSAGES) {
                wordIndexed = found.getFieldNames().contains(Fields.WORDS);
            }
            return Optional.of(found);
        } catch (RuntimeException e) {
            if (MilvusFailure.isCollectionNotFound(e)) {
                return Optional.empty();
            }
            throw connection.failure("checking for the collection " + name(kind), e);
        }
    }

    private GraphDescription description(DescribeCollectionResp collection) {
        return DescriptionProperty.of(collection, graph, connection.settings());
    }

    /** Returns the description in a collection, and throws if the graph is being imported. */
    private GraphDescription published(DescribeCollectionResp collection) {
        GraphDescription made = description(collection);
        ImportMark.of(collection).filter(mark -> !mark.isDone()).ifPresent(mark -> {
            throw TernException.operator("the graph \"" + graph + "\" at " + connection.settings()
                    + " is being imported in bulk (run " + mark.run()
                    + ") and is available at its end: wait, resume that run, or drop the graph");
        });
        return made;
    }

    /** Returns true if the passages of this graph, which must exist, have full-text search. */
    public boolean keepsWords() {
        return wordIndexed;
    }

    /** Returns the reason why there is no full-text search; empty if there is. */
    public Optional<String> fullTextMissing() {
        if (wordIndexed) {
            return Optional.empty();
        }
        return Optional.of(
                connection.findsWords()
                        ? "the graph \"" + graph + "\" at " + connection.settings()
                                + " was made without full-text search; copy it to another graph to add it (tern copy)"
                        : "Milvus at " + connection.settings() + " is " + connection.version()
                                + " and has no full-text search; Milvus 2.5, Milvus Lite and Zilliz Cloud have it");
    }

    /** Creates missing collections, loads all; throws for another model, dimension or an import. */
    public void create(GraphDescription wanted) {
        making.lock();
        try {
            for (CollectionKind kind : CollectionKind.values()) {
                Optional<DescribeCollectionResp> there = collection(kind);
                if (there.isPresent()) {
                    GraphDescription made = published(there.get());
                    made.requireModel(wanted.embeddingModel());
                    made.requireDimension(wanted.dimension());
                } else {
                    create(kind, wanted, Map.of());
                }
            }
            load();
            comparedNanos = System.nanoTime();
            description = wanted;
        } finally {
            making.unlock();
        }
    }

    private void create(CollectionKind kind, GraphDescription description, Map<String, String> marks) {
        Map<String, String> properties = new HashMap<>(DescriptionProperty.properties(description));
        properties.putAll(marks);
        ConnectionSettings settings = connection.settings();
        boolean withWords = kind == CollectionKind.PASSAGES && connection.findsWords();
        CollectionSchema schema = kind.schema(description.dimension());
        if (withWords) {
            WordIndex.addTo(schema, connection.lite());
        }
        try {
            connection.raw(client -> {
                client.createCollection(CreateCollectionReq.builder()
                        .collectionName(name(kind))
                        .description("Tern: the " + kind.suffix().substring(1) + " of graph " + graph)
                        .collectionSchema(schema)
                        .properties(properties)
                        .numShards(settings.shards())
                        .consistencyLevel(MilvusConnection.level(settings.consistency()))
                        .build());
                return kind;
            });
            wordIndexed |= withWords;
        } catch (RuntimeException e) {
            if (!isMadeByAnother(kind)) {
                throw connection.failure("making the collection " + name(kind), e);
            }
            LOG.debug("the collection {} was made by another process meanwhile", name(kind), e);
        }
        createIndexes(kind);
    }

    /**
     * Returns the import mark of this graph; empty if the graph is missing or was not imported in
     * bulk.
     */
    public Optional<ImportMark> importMark() {
        return collection(CollectionKind.PASSAGES).flatMap(ImportMark::of);
    }

    /** Returns true if any of the collections exists, made by Tern or not. */
    public boolean isTaken() {
        return Arrays.stream(CollectionKind.values())
                .anyMatch(kind -> collection(kind).isPresent());
    }

    /**
     * Creates the collections for an import run. The passages' collection comes first, with the
     * mark of the run: from then on no other process uses the graph.
     *
     * @throws TernException if another process has created the graph at the same time
     */
    public void createFor(ImportMark run, GraphDescription wanted) {
        create(CollectionKind.PASSAGES, wanted, run.properties());
        ImportMark there = importMark().orElse(null);
        if (!run.equals(there)) {
            throw TernException.user("the graph \"" + graph + "\" at " + connection.settings()
                    + " was made by another process concurrently; nothing was touched");
        }
        create(CollectionKind.ENTITIES, wanted, Map.of());
        create(CollectionKind.RELATIONS, wanted, Map.of());
    }

    /** Replaces the import mark atomically. A mark that is done makes the graph visible to all. */
    public void mark(ImportMark mark) {
        connection.change("marking the collection " + name(CollectionKind.PASSAGES), client -> {
            client.alterCollectionProperties(AlterCollectionPropertiesReq.builder()
                    .collectionName(name(CollectionKind.PASSAGES))
                    .properties(mark.properties())
                    .build());
            return mark;
        });
    }

    /** Returns true if the collection exists, or another process creates it in about a second. */
    private boolean isMadeByAnother(CollectionKind kind) {
        for (int look = 0; look < LOOKS; look++) {
            if (collection(kind).isPresent()) {
                return true;
            }
            InterruptibleWait.pause(POLL);
        }
        return false;
    }

    /**
     * Loads the collections; creates their indexes if the server refuses to load them. Throws if
     * the server fails or the load timeout passes.
     */
    public void load() {
        ConcurrentRequests loading = new ConcurrentRequests(CollectionKind.values().length);
        for (CollectionKind kind : CollectionKind.values()) {
            loading.run(() -> {
                load(kind);
                vectorIndexes.put(kind, new CollectionIndexes(connection, name(kind)).vectorIndex());
            });
        }
        loading.await();
    }

    private void load(CollectionKind kind) {
        // Loading again would reset the number of replicas set at the server.
        if (isLoaded(kind)) {
            return;
        }
        String action = "loading the collection " + name(kind);
        try {
            connection.raw(client -> load(client, kind));
        } catch (RuntimeException e) {
            LOG.debug("{} failed; its indexes are made first", action, e);
            createIndexes(kind);
            try {
                connection.raw(client -> load(client, kind));
            } catch (RuntimeException again) {
                // Loading is also refused while another process loads the new index.
                if (!MilvusFailure.isLoadedByAnother(again)) {
                    throw connection.failure(action, again);
                }
            }
        }
        long start = System.nanoTime();
        while (!isLoaded(kind)) {
            if (System.nanoTime() - start > connection.settings().loadTimeout().toNanos()) {
                throw TernException.store("Milvus at " + connection.settings() + " has not loaded the collection "
                        + name(kind) + " within "
                        + connection.settings().loadTimeout().toMillis()
                        + " ms; a longer milvus.timeoutSeconds allows more");
            }
            InterruptibleWait.pause(POLL);
        }
    }

    private boolean isLoaded(CollectionKind kind) {
        return connection.call(
                "checking whether the collection " + name(kind) + " is loaded",
                client -> client.getLoadState(
                        GetLoadStateReq.builder().collectionName(name(kind)).build()));
    }

    private String load(MilvusClientV2 client, CollectionKind kind) {
        client.loadCollection(LoadCollectionReq.builder()
                .collectionName(name(kind))
                .sync(false)
                .build());
        return name(kind);
    }

    private void createIndexes(CollectionKind kind) {
        new CollectionIndexes(connection, name(kind)).create(kind, wordIndexed);
    }

    /**
     * Drops the collections of this graph.
     *
     * @return true if any existed
     * @throws TernException if one of them is not Tern's or has another format; then none is
     *     dropped
     */
    public boolean drop() {
        List<CollectionKind> there = new ArrayList<>();
        for (CollectionKind kind : CollectionKind.values()) {
            Optional<DescribeCollectionResp> found = collection(kind);
            if (found.isPresent()) {
                description(found.get());
                there.add(kind);
            }
        }
        // Drops the passages last: while they exist, the graph exists, so that an interrupted drop
        // is noticed and can be repeated.
        for (CollectionKind kind : there) {
            connection.call("dropping the collection " + name(kind), client -> {
                client.dropCollection(
                        DropCollectionReq.builder().collectionName(name(kind)).build());
                return kind;
            });
        }
        return !there.isEmpty();
    }
}
