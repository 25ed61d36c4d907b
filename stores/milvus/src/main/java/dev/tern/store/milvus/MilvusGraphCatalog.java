package dev.tern.store.milvus;

import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.client.MilvusFailure;
import dev.tern.store.milvus.schema.DescriptionProperty;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.ImportMark;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.service.collection.request.DescribeCollectionReq;
import io.milvus.v2.service.collection.response.DescribeCollectionResp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The graphs in a database of a Milvus server: the server of Milvus Lite, a standalone one, a
 * cluster, or Zilliz Cloud. All graphs share one client.
 *
 * <p>A failure is the operator's fault if the host or database is unknown, the token, user or
 * certificate is rejected, or a collection with a graph's name is not Tern's (it is left
 * untouched). It is the store's fault if the server is unreachable or times out.
 */
public final class MilvusGraphCatalog implements GraphCatalog {
    private final MilvusConnection connection;

    private MilvusGraphCatalog(MilvusConnection connection) {
        this.connection = connection;
    }

    /**
     * Connects to a server.
     *
     * @throws dev.tern.error.TernException if the server is unreachable, or refuses the client
     */
    public static MilvusGraphCatalog connect(MilvusSettings settings) {
        return new MilvusGraphCatalog(MilvusConnection.open(settings.values()));
    }

    /** Returns the number of requests sent for this catalog and its graphs, without retries. */
    public long requests() {
        return connection.requests();
    }

    @Override
    public String location() {
        return connection.settings().toString();
    }

    @Override
    public List<String> graphs() {
        List<String> collections = connection.call(
                "listing the collections", client -> client.listCollections().getCollectionNames());
        List<String> graphs = new ArrayList<>();
        for (String collection : collections) {
            Optional<String> graph = GraphCollections.graphOf(collection);
            if (graph.isPresent() && isOurs(collection)) {
                graphs.add(graph.get());
            }
        }
        graphs.sort(null);
        return graphs;
    }

    /**
     * Returns true for a collection that Tern created and that is neither dropped nor being
     * imported.
     */
    private boolean isOurs(String collection) {
        try {
            DescribeCollectionResp found = connection.raw((MilvusClientV2 client) -> client.describeCollection(
                    DescribeCollectionReq.builder().collectionName(collection).build()));
            return found.getProperties().containsKey(DescriptionProperty.PROPERTY)
                    && ImportMark.of(found).map(ImportMark::isDone).orElse(true);
        } catch (RuntimeException e) {
            if (MilvusFailure.isCollectionNotFound(e)) {
                return false;
            }
            throw connection.failure("reading the collection " + collection, e);
        }
    }

    @Override
    public GraphStore open(String graphName) {
        return new MilvusGraphStore(connection, graphName);
    }

    @Override
    public boolean drop(String graphName) {
        return new GraphCollections(connection, graphName).drop();
    }

    /** Returns the connection, for other modules of Tern; it is closed with this catalog. */
    public MilvusConnection connection() {
        return connection;
    }

    @Override
    public void close() {
        connection.close();
    }
}
