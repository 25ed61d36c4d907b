package example.old;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application with gRPC, Netty and Guava years older than the versions of the Milvus client. */
class BesideOldLibrariesTest {
    @TempDir
    Path folder;

    @Test
    void embeddedGraphAnswers() {
        var settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (var embeddings = Models.embeddingModel(settings);
                var rag = GraphRag.builder()
                        .ownedStore(LuceneGraphStore.open(folder, "default"))
                        .embeddingModel(embeddings)
                        .build()) {
            rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge."));

            assertEquals(
                    "“Lena Marr, Emil's daughter, built the Vale bridge.” [1]",
                    rag.ask("Which bridge did Emil Marr's daughter build?").text());
        }
    }

    /** Connects to a socket: an incompatible class or method would show as a linkage error. */
    @Test
    void clientOfMilvusGetsAsFarAsTheSocket() {
        MilvusSettings nobody = MilvusSettings.at("http://127.0.0.1:1")
                .connectTimeout(Duration.ofSeconds(1))
                .build();

        TernException failure = assertThrows(
                TernException.class, () -> MilvusGraphCatalog.connect(nobody).graphs());

        assertEquals(TernException.Fault.STORE, failure.fault());
        assertTrue(failure.getMessage().contains("127.0.0.1:1"), failure.getMessage());
    }

    @Test
    void oldGrpcStillWorks() throws Exception {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", 1).usePlaintext().build();

        assertTrue(channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS));
    }
}
