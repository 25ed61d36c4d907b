package dev.tern.store.milvus.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** One server of each kind. Both start side by side; who asks for one waits for it, or gets its failure. */
final class SharedServers implements AutoCloseable {
    private final CompletableFuture<MilvusServer> lite = CompletableFuture.supplyAsync(MilvusServer::lite);
    private final CompletableFuture<MilvusServer> standalone =
            CompletableFuture.supplyAsync(() -> MilvusServer.standalone(StandaloneOptions.QUICK));

    private SharedServers() {}

    static SharedServers starting() {
        return new SharedServers();
    }

    Stream<ServerUnderTest> servers() {
        return Stream.of(
                new ServerUnderTest("milvus-lite", () -> lite.join().uri(), Optional.empty()),
                new ServerUnderTest("Milvus standalone", () -> standalone.join().uri(), Optional.empty()));
    }

    @Override
    public void close() {
        for (CompletableFuture<MilvusServer> server : List.of(lite, standalone)) {
            server.handle((started, failure) -> {
                        if (started != null) {
                            started.close();
                        }
                        return started;
                    })
                    .join();
        }
    }
}
