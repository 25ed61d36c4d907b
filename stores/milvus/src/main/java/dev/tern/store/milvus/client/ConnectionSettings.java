package dev.tern.store.milvus.client;

import dev.tern.settings.Consistency;
import io.milvus.v2.common.IndexParam;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a connection and of its graphs, which the creator has validated.
 *
 * @param token a token, or a user and a password with a colon between; none without authentication
 * @param database the database; none for the server's default
 * @param caFile trusted certificates in PEM; none for the platform's
 * @param loadTimeout the timeout of loading collections into memory
 * @param flushAfter the idle time after which the store makes the server flush
 * @param writeBatchRows the maximum number of rows of a write request
 * @param writeBatchBytes the approximate maximum bytes of a write request
 * @param parallelRequests the maximum number of concurrent write requests
 * @param index the index over the vectors of new graphs
 * @param shards the number of shards of new graphs
 * @param consistency the consistency of views opened without one
 */
public record ConnectionSettings(
        MilvusAddress address,
        Optional<String> token,
        Optional<String> database,
        Optional<Path> caFile,
        Duration timeout,
        Duration loadTimeout,
        Duration connectTimeout,
        Duration flushAfter,
        int maxRetries,
        int writeBatchRows,
        int writeBatchBytes,
        int parallelRequests,
        IndexParam.IndexType index,
        int shards,
        Consistency consistency) {
    /** Returns the address and the database, without a secret. */
    @Override
    public String toString() {
        return address + database.map(name -> ", database " + name).orElse("");
    }
}
