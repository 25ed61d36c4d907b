package dev.tern.store.milvus.schema;

import dev.tern.store.milvus.client.MilvusConnection;
import io.milvus.v2.common.IndexParam;
import io.milvus.v2.service.index.request.CreateIndexReq;
import io.milvus.v2.service.index.request.DescribeIndexReq;
import io.milvus.v2.service.index.request.ListIndexesReq;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the indexes of one collection. */
final class CollectionIndexes {
    private static final Logger LOG = LoggerFactory.getLogger(CollectionIndexes.class);

    private final MilvusConnection connection;
    private final String collection;

    CollectionIndexes(MilvusConnection connection, String collection) {
        this.connection = connection;
        this.collection = collection;
    }

    /**
     * Creates the missing indexes. Throws if a vector index cannot be created, since a collection
     * cannot be loaded without it. If the server refuses another index, only logs it; look-ups are
     * then slow.
     *
     * @param words true if the passages of the graph have words
     */
    void create(CollectionKind kind, boolean words) {
        List<IndexParam> needed = new ArrayList<>(List.of(newVectorIndex()));
        if (words && kind == CollectionKind.PASSAGES) {
            needed.add(WordIndex.index());
        }
        for (IndexParam index : needed) {
            try {
                create(index);
            } catch (RuntimeException e) {
                if (!isIndexed(index.getFieldName())) {
                    throw connection.failure("indexing the collection " + collection, e);
                }
                LOG.debug("the collection {} was indexed by another process meanwhile", collection, e);
            }
        }
        // Milvus Lite scans its columns even if indexed.
        if (!connection.lite()) {
            createScalar(kind.indexed());
        }
    }

    private void createScalar(List<String> fields) {
        IndexParam.IndexType scalar =
                connection.atLeast(2, 4) ? IndexParam.IndexType.INVERTED : IndexParam.IndexType.TRIE;
        List<String> refused = new ArrayList<>();
        for (String field : fields) {
            try {
                create(IndexParam.builder().fieldName(field).indexType(scalar).build());
            } catch (RuntimeException e) {
                refused.add(field + " (" + e.getMessage() + ")");
            }
        }
        if (!refused.isEmpty()) {
            LOG.warn(
                    "Milvus at {} made no index over {} of {}: look-ups get slower as the graph grows",
                    connection.settings(),
                    refused,
                    collection);
        }
    }

    private void create(IndexParam index) {
        connection.raw(client -> {
            client.createIndex(CreateIndexReq.builder()
                    .collectionName(collection)
                    .indexParams(List.of(index))
                    .sync(false)
                    .build());
            return index;
        });
    }

    private boolean isIndexed(String field) {
        return !connection
                .call(
                        "requesting the indexes of " + collection,
                        client -> client.listIndexes(ListIndexesReq.builder()
                                .collectionName(collection)
                                .fieldName(field)
                                .build()))
                .isEmpty();
    }

    /** Returns the type of the vector index, or of new ones if the server does not report it. */
    IndexParam.IndexType vectorIndex() {
        try {
            return connection
                    .raw(client -> client.describeIndex(DescribeIndexReq.builder()
                            .collectionName(collection)
                            .fieldName(Fields.VECTOR)
                            .build()))
                    .getIndexDescriptions()
                    .getFirst()
                    .getIndexType();
        } catch (RuntimeException e) {
            LOG.debug("the index of the collection {} is unknown", collection, e);
            return connection.settings().index();
        }
    }

    private IndexParam newVectorIndex() {
        IndexParam.IndexType type = connection.settings().index();
        return IndexParam.builder()
                .fieldName(Fields.VECTOR)
                .metricType(IndexParam.MetricType.COSINE)
                .indexType(type)
                .extraParams(type == IndexParam.IndexType.HNSW ? Map.of("M", 16, "efConstruction", 200) : Map.of())
                .build();
    }
}
