package dev.tern.store.milvus;

import dev.tern.store.Quarantine;
import io.milvus.v2.service.collection.request.AlterCollectionPropertiesReq;
import io.milvus.v2.service.collection.request.DescribeCollectionReq;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The quarantine of a graph, kept as a property of its passages' collection: the sources, one a line. What another process puts
 * there is seen a second later. Thread-safe.
 */
final class QuarantineList {
    private static final String PROPERTY = "tern.quarantine";
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final MilvusConnection connection;
    private final String collection;
    private @Nullable Quarantine known;
    private long readNanos;

    /** That of a graph. */
    QuarantineList(MilvusConnection connection, String collection) {
        this.connection = connection;
        this.collection = collection;
    }

    /** What was there a second ago, or is now. */
    synchronized Quarantine get() {
        Quarantine found = known;
        if (found == null || System.nanoTime() - readNanos > FRESH.toNanos()) {
            found = read();
        }
        return found;
    }

    /** What is there now. */
    synchronized Quarantine read() {
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

    synchronized void put(Quarantine quarantine) {
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
