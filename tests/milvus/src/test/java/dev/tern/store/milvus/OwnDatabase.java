package dev.tern.store.milvus;

import dev.tern.store.milvus.server.ServerUnderTest;
import io.milvus.v2.client.ConnectConfig;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.service.collection.request.DropCollectionReq;
import io.milvus.v2.service.database.request.CreateDatabaseReq;
import io.milvus.v2.service.database.request.DropDatabaseReq;
import java.util.UUID;

/** A database of one test on a shared server, empty at first; dropped when closed. */
final class OwnDatabase implements AutoCloseable {
    private final ServerUnderTest server;
    private final String name = "t" + UUID.randomUUID().toString().replace("-", "");
    private final MilvusClientV2 outside;
    private final MilvusClientV2 client;

    OwnDatabase(ServerUnderTest server) {
        this.server = server;
        outside = new MilvusClientV2(connecting(server).build());
        outside.createDatabase(CreateDatabaseReq.builder().databaseName(name).build());
        client = new MilvusClientV2(connecting(server).dbName(name).build());
    }

    /** Returns settings of a client that waits for a server that is busy with others. */
    static ConnectConfig.ConnectConfigBuilder connecting(ServerUnderTest server) {
        ConnectConfig.ConnectConfigBuilder config =
                ConnectConfig.builder().uri(server.uri().toString()).connectTimeoutMs(120_000);
        server.token().ifPresent(config::token);
        return config;
    }

    /** Returns the default settings, for this database. */
    MilvusSettings.Builder settings() {
        return OwnGraphs.settings(server).database(name);
    }

    /** Returns a catalog of the graphs in this database; closed by the caller. */
    MilvusGraphCatalog catalog() {
        return MilvusGraphCatalog.connect(settings().build());
    }

    /** Returns a client of Milvus without Tern. */
    MilvusClientV2 client() {
        return client;
    }

    @Override
    public void close() {
        for (String collection : client.listCollections().getCollectionNames()) {
            client.dropCollection(
                    DropCollectionReq.builder().collectionName(collection).build());
        }
        client.close();
        outside.dropDatabase(DropDatabaseReq.builder().databaseName(name).build());
        outside.close();
    }
}
