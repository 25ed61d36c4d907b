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
 * How to reach Milvus, and how a graph is kept there. Made by {@link #at}; every value is checked. Immutable.
 *
 * <p>{@link #toString} shows no secret.
 */
public final class MilvusSettings {
    private final ConnectionSettings values;

    private MilvusSettings(ConnectionSettings values) {
        this.values = values;
    }

    /**
     * Settings for the server at an address, with the defaults.
     *
     * @param uri {@code http://host:port}, {@code https://host[:port]} or {@code milvus://host[:port]}, which is http
     * @throws TernException if it is none of these, or holds a user or a password
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

    /** Gathers the settings of a connection; {@link #build} checks them. Not thread-safe. */
    public static final class Builder {
        private static final Duration LONGEST = Duration.ofHours(1);
        private static final int LOADS_IN_TIMEOUTS = 20;

        private final MilvusAddress address;
        private @Nullable String token;
        private @Nullable String user;
        private @Nullable String password;
        private @Nullable String database;
        private @Nullable Path caFile;
        private Duration timeout = Duration.ofSeconds(30);
        private @Nullable Duration loadTimeout;
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

        /** A token, as Zilliz Cloud gives one; or {@code user:password}. */
        public Builder token(String value) {
            token = value;
            return this;
        }

        /** A user and its password, in place of a token. */
        public Builder user(String name, String secret) {
            user = name;
            password = secret;
            return this;
        }

        /** The database of the server; {@code default} unless set. */
        public Builder database(String value) {
            database = value;
            return this;
        }

        /** A file of certificates in PEM that sign the server's; the platform's own unless set. */
        public Builder caFile(Path value) {
            caFile = value;
            return this;
        }

        /** How long one request may take, with retries at most twice as long; 1 ms to 1 hour, default 30 s. */
        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        /**
         * How long the server may take to bring a graph's collections into memory; 1 ms to 1 hour, default 20 times the timeout of
         * a request, and a minute at least.
         * Large collections take minutes, and a server that builds indexes makes small ones wait.
         */
        public Builder loadTimeout(Duration value) {
            loadTimeout = value;
            return this;
        }

        /** How long connecting may take; 1 ms to 1 hour, default a third of the timeout of a request, and a second at least. */
        public Builder connectTimeout(Duration value) {
            connectTimeout = value;
            return this;
        }

        /**
         * How long nothing is written before the server flushes, if 4,096 rows or more were written since the last flush; 1 ms to
         * 1 hour, default 10 s. Closing a store flushes at once.
         */
        public Builder flushAfter(Duration value) {
            flushAfter = value;
            return this;
        }

        /** How often a request is sent again after the connection broke or the server was too busy; 0 to 100, default 5. */
        public Builder maxRetries(int value) {
            maxRetries = value;
            return this;
        }

        /** The most rows of one write request; 1 to 16,384, default 512. */
        public Builder writeBatchRows(int value) {
            writeBatchRows = value;
            return this;
        }

        /** About the most bytes of one write request, one row being the least; 1 KiB to 64 MiB, default 8 MiB. */
        public Builder writeBatchBytes(int value) {
            writeBatchBytes = value;
            return this;
        }

        /** How many write requests are under way at once; 1 to 64, default 2. */
        public Builder parallelRequests(int value) {
            parallelRequests = value;
            return this;
        }

        /** The index of graphs made from now on; {@link IndexKind#AUTOINDEX} unless set. */
        public Builder index(IndexKind value) {
            index = value;
            return this;
        }

        /** The shards of graphs made from now on, over which writing is spread; 1 to 64, default 1. */
        public Builder shards(int value) {
            shards = value;
            return this;
        }

        /** How fresh a state queries read that ask for none; default {@link Consistency#STRONG}. */
        public Builder consistency(Consistency value) {
            consistency = value;
            return this;
        }

        /**
         * The settings as they were gathered, checked.
         *
         * @throws TernException if a value is out of its range, or the certificates cannot be read
         */
        public MilvusSettings build() {
            requireRange("timeout", timeout);
            Duration loading = loadTimeout != null
                    ? loadTimeout
                    : within(timeout.multipliedBy(LOADS_IN_TIMEOUTS), Duration.ofMinutes(1));
            Duration connecting =
                    connectTimeout != null ? connectTimeout : within(timeout.dividedBy(3), Duration.ofSeconds(1));
            requireRange("loadTimeout", loading);
            requireRange("connectTimeout", connecting);
            requireRange("flushAfter", flushAfter);
            requireRange("maxRetries", maxRetries, 0, 100);
            requireRange("writeBatchRows", writeBatchRows, 1, MilvusConnection.MAX_ROWS);
            requireRange("writeBatchBytes", writeBatchBytes, 1 << 10, 64 << 20);
            requireRange("parallelRequests", parallelRequests, 1, 64);
            requireRange("shards", shards, 1, 64);
            if (token != null && user != null) {
                throw TernException.user("a token and a user are set for " + address + "; set one of them");
            }
            if (caFile != null && !Files.isReadable(caFile)) {
                throw TernException.user("the file of certificates " + caFile + " cannot be read");
            }
            if (caFile != null && !address.secure()) {
                throw TernException.user(
                        "a file of certificates is set for " + address + ", which is not encrypted; use https");
            }
            return new MilvusSettings(new ConnectionSettings(
                    address,
                    Optional.ofNullable(token),
                    Optional.ofNullable(user),
                    Optional.ofNullable(password),
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

        private static Duration within(Duration value, Duration least) {
            return value.compareTo(least) < 0 ? least : value.compareTo(LONGEST) > 0 ? LONGEST : value;
        }

        private static void requireRange(String name, long value, long least, long most) {
            if (value < least || value > most) {
                throw TernException.user(name + " is " + value + "; it must be from " + least + " to " + most);
            }
        }

        private static void requireRange(String name, Duration value) {
            if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
                throw TernException.user(name + " is " + value.toMillis() + " ms; it must be from 1 ms to 1 hour");
            }
        }
    }
}
