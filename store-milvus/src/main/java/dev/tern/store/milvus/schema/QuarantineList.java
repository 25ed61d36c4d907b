package dev.tern.store.milvus.schema;

import dev.tern.store.GraphDescription;
import dev.tern.store.Quarantine;
import dev.tern.store.milvus.client.MilvusConnection;
import io.milvus.v2.service.collection.request.AlterCollectionPropertiesReq;
import io.milvus.v2.service.collection.request.DescribeCollectionReq;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The quarantine of a graph, kept as a property of its passages' collection: the sources, one a line. What another process puts
 * there is seen a second later. Thread-safe.
 */
public final class QuarantineList {
    private static final String PROPERTY = "tern.quarantine";
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final String collection;
    private @Nullable Quarantine known;
    private long readNanos;

    /** The quarantine of a graph. */
    public QuarantineList(MilvusConnection connection, GraphCollections collections) {
        this.connection = connection;
        this.collections = collections;
        this.collection = collections.name(CollectionKind.PASSAGES);
    }

    /** What was there a second ago, or is now. */
    public synchronized Quarantine get() {
        Quarantine found = known;
        if (found == null || System.nanoTime() - readNanos > FRESH.toNanos()) {
            found = read();
        }
        return found;
    }

    /** What is there now. */
    private Quarantine read() {
        long now = System.nanoTime();
        String lines = connection.call(
                "reading the quarantine of " + collection,
                client -> client.describeCollection(DescribeCollectionReq.builder()
                                .collectionName(collection)
                                .build())
                        .getProperties()
                        .getOrDefault(PROPERTY, ""));
        Quarantine found = Quarantine.ofTexts(lines.lines().toList());
        known = found;
        readNanos = now;
        return found;
    }

    /**
     * Changes the quarantine and keeps the result.
     *
     * @throws dev.tern.error.TernException if the graph is empty
     */
    public synchronized void change(UnaryOperator<Quarantine> change) {
        GraphDescription made = collections.description().orElse(null);
        put(Quarantine.changed(made, made == null ? Quarantine.NONE : read(), change));
    }

    private void put(Quarantine quarantine) {
        connection.change("writing the quarantine of " + collection, client -> {
            client.alterCollectionProperties(AlterCollectionPropertiesReq.builder()
                    .collectionName(collection)
                    .properties(Map.of(PROPERTY, String.join("\n", quarantine.texts())))
                    .build());
            return collection;
        });
        known = quarantine;
        readNanos = System.nanoTime();
    }
}
