package dev.tern.store.milvus.client;

import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import io.milvus.grpc.GetVersionRequest;
import io.milvus.grpc.MilvusServiceGrpc;
import io.milvus.shaded.io.grpc.ManagedChannel;
import io.milvus.shaded.io.grpc.StatusRuntimeException;
import io.milvus.v2.client.ConnectConfig;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.client.RetryConfig;
import io.milvus.v2.common.ConsistencyLevel;
import io.milvus.v2.utils.ClientUtils;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The one client of a server that all graphs share, and what the server can do. Thread-safe. */
public final class MilvusConnection implements AutoCloseable {
    /** The most rows that Milvus returns for one request. */
    public static final int MAX_ROWS = 16_384;

    private final ConnectionSettings settings;
    private final MilvusClientV2 client;
    private final AtomicLong requests = new AtomicLong();
    private final ServerVersion version;
    private final ReentrantLock changing = new ReentrantLock();

    private MilvusConnection(ConnectionSettings settings, MilvusClientV2 client, ServerVersion version) {
        this.settings = settings;
        this.client = client;
        this.version = version;
    }

    /**
     * Connects to a server, and asks for its version.
     *
     * @throws TernException if the server cannot be reached in time or refuses, or the application has a library in a version
     *     that the client cannot use
     */
    public static MilvusConnection open(ConnectionSettings settings) {
        try {
            return connect(settings);
        } catch (LinkageError e) {
            throw TernException.operator(
                    "the client of Milvus cannot use a library of this application: it needs Guava 20 or newer, and"
                            + " protobuf-java as tern-store-milvus brings it (" + e + ")",
                    e);
        }
    }

    private static MilvusConnection connect(ConnectionSettings settings) {
        ConnectConfig.ConnectConfigBuilder config = ConnectConfig.builder()
                .uri(settings.address().toString())
                .connectTimeoutMs(settings.connectTimeout().toMillis())
                .rpcDeadlineMs(settings.timeout().toMillis())
                // Milvus Lite cuts connections whose clients ask too often whether it is there.
                .keepAliveWithoutCalls(false);
        settings.token().ifPresent(config::token);
        settings.user().ifPresent(config::username);
        settings.password().ifPresent(config::password);
        settings.database().ifPresent(config::dbName);
        settings.caFile()
                .ifPresent(file -> config.serverPemPath(file.toString())
                        .serverName(settings.address().host()));
        MilvusClientV2 client;
        try {
            client = new MilvusClientV2(config.build());
        } catch (RuntimeException e) {
            throw MilvusFailure.connecting(settings, () -> versionOfOneThatRefuses(config.build()), e);
        }
        try {
            client.retryConfig(RetryConfig.builder()
                    .maxRetryTimes(settings.maxRetries() + 1)
                    .initialBackOffMs(50)
                    .maxRetryTimeoutMs(settings.timeout().toMillis())
                    .build());
            return new MilvusConnection(settings, client, version(settings, client));
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private static ServerVersion version(ConnectionSettings settings, MilvusClientV2 client) {
        try {
            return new ServerVersion(client.getServerVersion());
        } catch (RuntimeException e) {
            throw MilvusFailure.of(settings, "asking for its version", e);
        }
    }

    /** The version of a server that does not let this client connect, if it tells that all the same. */
    private static Optional<String> versionOfOneThatRefuses(ConnectConfig config) {
        ManagedChannel channel = new ClientUtils().getChannel(config);
        try {
            String version = MilvusServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(config.getConnectTimeoutMs(), TimeUnit.MILLISECONDS)
                    .getVersion(GetVersionRequest.getDefaultInstance())
                    .getVersion();
            return Optional.of(version).filter(text -> !text.isBlank());
        } catch (StatusRuntimeException e) {
            return Optional.empty();
        } finally {
            channel.shutdownNow();
        }
    }

    public ConnectionSettings settings() {
        return settings;
    }

    /** Whether the server is Milvus Lite's, which is always up to date and reads slowly what it has not flushed. */
    public boolean lite() {
        return version.lite();
    }

    /** Whether the server's version is at least this; Milvus Lite keeps up with the newest. */
    public boolean atLeast(int major, int minor) {
        return version.atLeast(major, minor);
    }

    /** Whether the server finds rows by words. */
    public boolean findsWords() {
        return atLeast(2, 5);
    }

    /** The level that Milvus has for one of Tern's. */
    public static ConsistencyLevel level(Consistency consistency) {
        return switch (consistency) {
            case STRONG -> ConsistencyLevel.STRONG;
            case SESSION -> ConsistencyLevel.SESSION;
            case BOUNDED -> ConsistencyLevel.BOUNDED;
            case EVENTUAL -> ConsistencyLevel.EVENTUALLY;
        };
    }

    /** The server's version, as it says itself. */
    public String version() {
        return version.text();
    }

    /** How many requests were sent so far. */
    public long requests() {
        return requests.get();
    }

    /**
     * Sends a request to the server.
     *
     * @param action what it is for, as it fits into an error message
     */
    public <T> T call(String action, Function<MilvusClientV2, T> request) {
        try {
            return raw(request);
        } catch (RuntimeException e) {
            throw failure(action, e);
        }
    }

    /** The exception for a request that failed, which names the server, the action, the cause and a way out. */
    public TernException failure(String action, RuntimeException failure) {
        return MilvusFailure.of(settings, Optional.of(version()), action, failure);
    }

    /** Sends a request whose failure is looked at by the caller. */
    public <T> T raw(Function<MilvusClientV2, T> request) {
        requests.incrementAndGet();
        return request.apply(client);
    }

    /**
     * Sends a request that changes a collection. Milvus Lite 3.2.2 loses what is written while it writes or flushes
     * something else: it gets one change at a time.
     */
    public <T> T change(String action, Function<MilvusClientV2, T> request) {
        if (!lite()) {
            return call(action, request);
        }
        changing.lock();
        try {
            return call(action, request);
        } finally {
            changing.unlock();
        }
    }

    /** How many requests that change a collection are under way at once. */
    public int parallelChanges() {
        return lite() ? 1 : settings.parallelRequests();
    }

    @Override
    public void close() {
        client.close();
    }
}
