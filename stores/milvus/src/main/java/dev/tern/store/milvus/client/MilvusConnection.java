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

/** A connection to a Milvus server, shared by all graphs of a catalog. Thread-safe. */
public final class MilvusConnection implements AutoCloseable {
    /** The maximum number of rows that Milvus returns for a request. */
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
     * Connects to a server and reads its version.
     *
     * @throws TernException if the server is not reachable in time or refuses the client, or if a
     *     library of the application has a version that the client cannot use
     */
    public static MilvusConnection open(ConnectionSettings settings) {
        try {
            return connect(settings);
        } catch (LinkageError e) {
            throw TernException.operator(
                    "the client of Milvus conflicts with a library of this application: it needs Guava 20 or newer,"
                            + " and the protobuf-java of tern-store-milvus ("
                            + e + ")",
                    e);
        }
    }

    private static MilvusConnection connect(ConnectionSettings settings) {
        ConnectConfig.ConnectConfigBuilder config = ConnectConfig.builder()
                .uri(settings.address().toString())
                .connectTimeoutMs(settings.connectTimeout().toMillis())
                .rpcDeadlineMs(settings.timeout().toMillis())
                // Milvus Lite closes connections with frequent keep-alives.
                .keepAliveWithoutCalls(false);
        settings.token().ifPresent(config::token);
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
            throw MilvusFailure.of(settings, "requesting its version", e);
        }
    }

    /** Asks a server that refused this client for its version; empty if it does not answer. */
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

    /** Returns true for Milvus Lite, whose reads are current, but slow on unflushed rows. */
    public boolean lite() {
        return version.lite();
    }

    /**
     * Returns true if the server has at least this version; true also for Milvus Lite and for
     * builds without a version number.
     */
    public boolean atLeast(int major, int minor) {
        return version.atLeast(major, minor);
    }

    /** Returns true if the server supports full-text search. */
    public boolean findsWords() {
        return atLeast(2, 5);
    }

    /** Returns Milvus's name of a consistency. */
    public static ConsistencyLevel level(Consistency consistency) {
        return switch (consistency) {
            case STRONG -> ConsistencyLevel.STRONG;
            case SESSION -> ConsistencyLevel.SESSION;
            case BOUNDED -> ConsistencyLevel.BOUNDED;
            case EVENTUAL -> ConsistencyLevel.EVENTUALLY;
        };
    }

    /** Returns the server's version, as the server reports it. */
    public String version() {
        return version.text();
    }

    /** Returns the number of requests sent so far, without retries. */
    public long requests() {
        return requests.get();
    }

    /**
     * Sends a request to the server.
     *
     * @param action the purpose, such as "listing the collections", for error messages
     * @throws TernException from {@link #failure}, if the request fails
     */
    public <T> T call(String action, Function<MilvusClientV2, T> request) {
        try {
            return raw(request);
        } catch (RuntimeException e) {
            throw failure(action, e);
        }
    }

    /** Returns the exception for a failed request, with the server and the action. */
    public TernException failure(String action, RuntimeException failure) {
        return MilvusFailure.of(settings, Optional.of(version()), action, failure);
    }

    /** Sends a request; if it fails, the exception of Milvus's client is thrown unchanged. */
    public <T> T raw(Function<MilvusClientV2, T> request) {
        requests.incrementAndGet();
        return request.apply(client);
    }

    /**
     * Sends a request that changes a collection. Milvus Lite gets one change at a time, because its
     * version 3.2.2 loses rows that are written during another write or flush.
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

    /** Returns the maximum number of concurrent changes. */
    public int parallelChanges() {
        return lite() ? 1 : settings.parallelRequests();
    }

    @Override
    public void close() {
        client.close();
    }
}
