package dev.tern.store.milvus.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One server of each kind, started concurrently; access waits for one, or throws its failure. */
final class SharedServers implements AutoCloseable {
    private final CompletableFuture<MilvusServer> lite = started(MilvusServer::lite);
    private final CompletableFuture<MilvusServer> standalone =
            started(() -> MilvusServer.standalone(StandaloneOptions.QUICK));

    private SharedServers() {}

    /** Starts a server on a thread of its own, since the common pool of a small machine has a single one. */
    private static CompletableFuture<MilvusServer> started(Supplier<MilvusServer> start) {
        return CompletableFuture.supplyAsync(
                start, task -> Thread.ofPlatform().daemon().start(task));
    }

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
