package dev.tern.cli.config;

import dev.tern.settings.Consistency;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How to reach Milvus, as it was configured.
 *
 * @param uri {@code http} or {@code https}, a host and a port; nothing else, and no secret
 * @param token the key; empty where a user or nobody is named
 * @param user the user; empty where there is a token or no authentication
 * @param password the user's password
 * @param database the database; empty for the server's default
 * @param caFile the certificate of the authority to trust; empty for those that Java trusts
 * @param timeout how long one request may take
 * @param loadTimeout how long the server may take to bring a graph into memory
 * @param connectTimeout how long connecting may take
 * @param writeBatchRows the most rows of one write
 * @param parallelRequests the most writes in flight at once
 * @param indexType AUTOINDEX, HNSW, FLAT or DISKANN
 * @param shards the shards of a new collection
 * @param consistency how fresh a state is read where a question names nothing else
 */
public record MilvusChoice(
        URI uri,
        Optional<String> token,
        Optional<String> user,
        Optional<String> password,
        Optional<String> database,
        Optional<Path> caFile,
        Duration timeout,
        Duration loadTimeout,
        Duration connectTimeout,
        int writeBatchRows,
        int parallelRequests,
        String indexType,
        int shards,
        Consistency consistency) {
    @Override
    public String toString() {
        return "Milvus at " + uri;
    }
}
