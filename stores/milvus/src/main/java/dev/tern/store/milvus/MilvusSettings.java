package dev.tern.store.milvus;

import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import dev.tern.store.milvus.client.ConnectionSettings;
import dev.tern.store.milvus.client.MilvusAddress;
import dev.tern.store.milvus.client.MilvusConnection;
import io.milvus.v2.common.IndexParam;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a Milvus connection and its graphs, validated, created by {@link #at}. Immutable.
 *
 * <p>{@link #toString} contains no secret.
 */
public final class MilvusSettings {
    private final ConnectionSettings values;

    private MilvusSettings(ConnectionSettings values) {
        this.values = values;
    }

    /**
     * Returns a builder with the defaults for the server at an address.
     *
     * @param uri {@code http://host[:port]}, {@code https://host[:port]} or {@code
     *     milvus://host[:port]}, which is http; the default port is 443 for https, else 19530
     * @throws TernException if the address has another form, or contains a user or a password
     */
    public static Builder at(String uri) {
        return new Builder(MilvusAddress.of(uri));
    }

    ConnectionSettings values() {
        return values;
    }

    @Override
    public String toString() {
        return values.toString();
    }

    /** Collects the settings of a connection; {@link #build} validates them. Not thread-safe. */
    public static final class Builder {
        private static final Duration MAX_DURATION = Duration.ofHours(1);
        private static final int LOADS_IN_TIMEOUTS = 20;

        private final MilvusAddress address;
        private @Nullable String token;
        private @Nullable String database;
        private @Nullable Path caFile;
        private Duration timeout = Duration.ofSeconds(30);
        private @Nullable Duration connectTimeout;
        private Duration flushAfter = Duration.ofSeconds(10);
        private int maxRetries = 5;
        private int writeBatchRows = 512;
        private int writeBatchBytes = 8 << 20;
        private int parallelRequests = 2;
        private IndexKind index = IndexKind.AUTOINDEX;
        private int shards = 1;
        private Consistency consistency = Consistency.STRONG;

        private Builder(MilvusAddress address) {
            this.address = address;
        }

        /** Sets a token, from Zilliz Cloud or of the form {@code user:password}; default none. */
        public Builder token(String value) {
            token = value;
            return this;
        }

        /** Sets the database of the server; default {@code default}. */
        public Builder database(String value) {
            database = value;
            return this;
        }

        /** Sets a PEM file of trusted certificates, which replace the platform's. */
        public Builder caFile(Path value) {
            caFile = value;
            return this;
        }

        /** Sets the timeout of a request; retries may double it. 1 ms to 1 hour, default 30 s. */
        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        /** Sets the connect timeout; 1 ms to 1 h, default {@link #timeout} / 3, at least 1 s. */
        public Builder connectTimeout(Duration value) {
            connectTimeout = value;
            return this;
        }

        /**
         * Sets the idle time after which the store makes the server flush, once 4,096 rows or more
         * were written since the last flush; 1 ms to 1 hour, default 10 s. Closing the store does
         * not wait for this time. Milvus Lite is flushed only on closing.
         */
        public Builder flushAfter(Duration value) {
            flushAfter = value;
            return this;
        }

        /** Sets the maximum number of retries of a failed request; 0 to 100, default 5. */
        public Builder maxRetries(int value) {
            maxRetries = value;
            return this;
        }

        /** Sets the maximum number of rows of a write request; 1 to 16,384, default 512. */
        public Builder writeBatchRows(int value) {
            writeBatchRows = value;
            return this;
        }

        /**
         * Sets the approximate maximum bytes of a write request; 1 KiB to 64 MiB, default 8 MiB.
         */
        public Builder writeBatchBytes(int value) {
            writeBatchBytes = value;
            return this;
        }

        /** Sets the maximum number of concurrent writes, 1 to 64, default 2; Milvus Lite has 1. */
        public Builder parallelRequests(int value) {
            parallelRequests = value;
            return this;
        }

        /** Sets the index of new graphs; default {@link IndexKind#AUTOINDEX}. */
        public Builder index(IndexKind value) {
            index = value;
            return this;
        }

        /** Sets the number of shards of new graphs, to spread writes; 1 to 64, default 1. */
        public Builder shards(int value) {
            shards = value;
            return this;
        }

        /** Sets the consistency of views opened without one; default {@link Consistency#STRONG}. */
        public Builder consistency(Consistency value) {
            consistency = value;
            return this;
        }

        /**
         * Validates the settings and returns them.
         *
         * @throws TernException if a value is out of its range, or if a file of certificates cannot
         *     be read or is set for an address that is not https
         */
        public MilvusSettings build() {
            requireRange("timeout", timeout);
            Duration loading = within(timeout.multipliedBy(LOADS_IN_TIMEOUTS), Duration.ofMinutes(1));
            Duration connecting =
                    connectTimeout != null ? connectTimeout : within(timeout.dividedBy(3), Duration.ofSeconds(1));
            requireRange("connectTimeout", connecting);
            requireRange("flushAfter", flushAfter);
            requireRange("maxRetries", maxRetries, 0, 100);
            requireRange("writeBatchRows", writeBatchRows, 1, MilvusConnection.MAX_ROWS);
            requireRange("writeBatchBytes", writeBatchBytes, 1 << 10, 64 << 20);
            requireRange("parallelRequests", parallelRequests, 1, 64);
            requireRange("shards", shards, 1, 64);
            if (caFile != null && !Files.isReadable(caFile)) {
                throw TernException.user("the certificate file " + caFile + " cannot be read");
            }
            if (caFile != null && !address.secure()) {
                throw TernException.user(
                        "a certificate file is set for " + address + ", which is not encrypted; use https");
            }
            return new MilvusSettings(new ConnectionSettings(
                    address,
                    Optional.ofNullable(token),
                    Optional.ofNullable(database),
                    Optional.ofNullable(caFile),
                    timeout,
                    loading,
                    connecting,
                    flushAfter,
                    maxRetries,
                    writeBatchRows,
                    writeBatchBytes,
                    parallelRequests,
                    IndexParam.IndexType.valueOf(index.name()),
                    shards,
                    consistency));
        }

        private static Duration within(Duration value, Duration min) {
            return value.compareTo(min) < 0 ? min : value.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : value;
        }

        private static void requireRange(String name, long value, long min, long max) {
            if (value < min || value > max) {
                throw TernException.user(name + " is " + value + "; it must be from " + min + " to " + max);
            }
        }

        private static void requireRange(String name, Duration value) {
            if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(MAX_DURATION) > 0) {
                throw TernException.user(name + " is " + value.toMillis() + " ms; it must be from 1 ms to 1 hour");
            }
        }
    }
}
