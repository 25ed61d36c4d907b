package dev.tern.store.milvus.server;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.milvus.v2.client.ConnectConfig;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.common.ConsistencyLevel;
import io.milvus.v2.service.collection.request.CreateCollectionReq;
import io.milvus.v2.service.collection.request.DropCollectionReq;
import io.milvus.v2.service.collection.request.LoadCollectionReq;
import io.milvus.v2.service.vector.request.InsertReq;
import io.milvus.v2.service.vector.request.QueryReq;
import java.net.URI;
import java.util.List;
import java.util.Objects;

/** A minimal client to check that a server works. */
final class Client implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 120_000;

    private final MilvusClientV2 milvus;

    private Client(MilvusClientV2 milvus) {
        this.milvus = milvus;
    }

    static Client of(URI uri) {
        return of(ConnectConfig.builder()
                .uri(uri.toString())
                .connectTimeoutMs(PATIENCE_MILLIS)
                .build());
    }

    static Client of(ServerUnderTest server) {
        return of(ConnectConfig.builder()
                .uri(server.uri().toString())
                .connectTimeoutMs(PATIENCE_MILLIS)
                .token(server.token().orElse(null))
                .build());
    }

    static Client of(ConnectConfig configuration) {
        return new Client(new MilvusClientV2(configuration));
    }

    void createCollection(String name) {
        milvus.createCollection(CreateCollectionReq.builder()
                .collectionName(name)
                .dimension(2)
                .consistencyLevel(ConsistencyLevel.STRONG)
                .build());
    }

    void insert(String collection, long id) {
        JsonObject row = new JsonObject();
        row.addProperty("id", id);
        JsonArray vector = new JsonArray();
        vector.add(0.6f);
        vector.add(0.8f);
        row.add("vector", vector);
        milvus.insert(InsertReq.builder()
                .collectionName(collection)
                .data(List.of(row))
                .build());
    }

    long count(String collection) {
        milvus.loadCollection(
                LoadCollectionReq.builder().collectionName(collection).build());
        Object count = milvus.query(QueryReq.builder()
                        .collectionName(collection)
                        .filter("")
                        .outputFields(List.of("count(*)"))
                        .consistencyLevel(ConsistencyLevel.STRONG)
                        .build())
                .getQueryResults()
                .getFirst()
                .getEntity()
                .get("count(*)");
        return (Long) Objects.requireNonNull(count, "count(*)");
    }

    void dropCollection(String name) {
        milvus.dropCollection(DropCollectionReq.builder().collectionName(name).build());
    }

    List<String> collections() {
        return milvus.listCollections().getCollectionNames();
    }

    @Override
    public void close() {
        milvus.close();
    }
}
