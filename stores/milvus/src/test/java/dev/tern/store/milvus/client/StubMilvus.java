package dev.tern.store.milvus.client;

import io.milvus.shaded.io.grpc.Server;
import io.milvus.shaded.io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A stub of a gRPC server, with a test's replies. */
public final class StubMilvus implements AutoCloseable {
    private final Server server;

    /** Starts it on a free port of the loopback interface. */
    public StubMilvus(StubAnswers answers) {
        try {
            server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .addService(answers)
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns settings for connecting to it. */
    public ConnectionSettings settings(int maxRetries) {
        return TestSettings.at("http://127.0.0.1:" + server.getPort(), maxRetries);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
