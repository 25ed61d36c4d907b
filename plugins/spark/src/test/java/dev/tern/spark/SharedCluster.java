package dev.tern.spark;

import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.Utils;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** A {@link Cluster} and a Milvus Lite that test classes share, because starting them is slow. */
final class SharedCluster implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(SharedCluster.class);

    /** The shared servers, closed by JUnit after the last test class. */
    static final class Servers implements AutoCloseable {
        private final Path folder;
        private final MilvusServer server = MilvusServer.lite();
        private final Cluster cluster;

        private Servers() {
            try {
                folder = Files.createTempDirectory("tern-spark-tests-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            cluster = new Cluster(folder);
        }

        Cluster cluster() {
            return cluster;
        }

        SparkSession spark() {
            return cluster.spark();
        }

        /** Returns the address of Milvus Lite. */
        URI store() {
            return server.uri();
        }

        /** Returns indexing into a graph there, with a folder of the test for other files. */
        TernIndexing indexing(String graph, Path own) {
            return SharedCluster.indexing(spark(), store(), graph, own);
        }

        GraphChecksum checksum(String graph) {
            return SharedCluster.checksum(store(), graph);
        }

        @Override
        public void close() {
            cluster.close();
            server.close();
            Utils.deleteRecursively(folder.toFile());
        }
    }

    static TernIndexing indexing(SparkSession spark, URI store, String graph, Path own) {
        return TernIndexing.of(spark)
                .directory(own)
                .set("store", store.toString())
                .set("graph", graph)
                .set("milvus.timeoutSeconds", "360")
                .set("cache.directory", own.resolve("book").toString());
    }

    /** Connects to a server, which may respond slowly. */
    static MilvusGraphCatalog connect(URI store) {
        return MilvusGraphCatalog.connect(MilvusSettings.at(store.toString())
                .connectTimeout(Duration.ofMinutes(2))
                .build());
    }

    static GraphChecksum checksum(URI store, String graph) {
        try (MilvusGraphCatalog catalog = connect(store);
                GraphStore opened = catalog.open(graph);
                GraphView view = opened.view()) {
            return GraphChecksum.of(view);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Servers.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Servers.class, type -> new Servers(), Servers.class);
    }
}
