package dev.tern.store.milvus.client;

import dev.tern.settings.Consistency;
import io.milvus.v2.common.IndexParam;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How to reach a server, and how a graph is kept there: every value is within its range.
 *
 * @param address where the server listens
 * @param token a token; none if there is a user or no authentication
 * @param user a user
 * @param password the password of the user
 * @param database the database; none for that of the server
 * @param caFile certificates that sign the server's; none for those of the platform
 * @param timeout how long one request may take
 * @param loadTimeout how long the server may take to bring collections into memory
 * @param connectTimeout how long connecting may take
 * @param flushAfter how long nothing is written before the server flushes
 * @param maxRetries how often a request is sent again
 * @param writeBatchRows the most rows of one write request
 * @param writeBatchBytes about the most bytes of one write request
 * @param parallelRequests how many write requests are under way at once
 * @param index the index over the vectors of new graphs
 * @param shards the shards of new graphs
 * @param consistency how fresh a state queries read that ask for none
 */
public record ConnectionSettings(
        MilvusAddress address,
        Optional<String> token,
        Optional<String> user,
        Optional<String> password,
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
    /** The address and the database, without a secret. */
    @Override
    public String toString() {
        return address + database.map(name -> ", database " + name).orElse("");
    }
}
