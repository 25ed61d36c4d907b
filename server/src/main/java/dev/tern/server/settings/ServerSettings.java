package dev.tern.server.settings;

import dev.tern.app.limits.ServerLimits;
import dev.tern.app.limits.SyncRoots;
import dev.tern.error.TernException;
import dev.tern.web.PageFile;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The address, keys and limits of a server, made by a {@link #builder}. Immutable.
 *
 * <p>Without keys, anybody may do everything, so such a server must listen on the loopback
 * interface.
 *
 * @param host the host name or address to listen on
 * @param port the port; 0 for any free one
 * @param keys the keys; empty if none is needed
 * @param hosts the allowed names in a Host header, besides {@code host} and the names of the
 *     loopback interface
 * @param origins the origins of other pages that may call the server: {@code https://a.org}
 * @param certificate the certificate for TLS; empty for plain HTTP
 * @param mcpWrites true if agents with a key of the role write may add texts by MCP
 * @param mcpEdits true if agents with a key of the role write may edit graphs by MCP
 * @param syncEvery the pause between runs of a source's synchronisation; empty for none
 * @param syncRoots the folders and sites that synchronisation may read
 * @param traces the target of traces; empty for none
 * @param folder the folder of jobs; if missing, it is created for its owner only
 * @param pageFrom the folder of the page's sources, read at each request; empty for the jar
 */
public record ServerSettings(
        String host,
        int port,
        List<ServerKey> keys,
        Set<String> hosts,
        Set<String> origins,
        Optional<Certificate> certificate,
        ServerLimits limits,
        boolean mcpWrites,
        boolean mcpEdits,
        Optional<Duration> syncEvery,
        SyncRoots syncRoots,
        Optional<TraceSettings> traces,
        Path folder,
        Optional<Path> pageFrom) {
    /** The default port: TERN on a telephone's keys. */
    public static final int USUAL_PORT = 8376;

    /**
     * Validates the settings and copies collections.
     *
     * @throws TernException if the port is out of range, two keys have the same name, the page's
     *     folder has no page, or, without keys, the host is unknown or not only loopback
     */
    public ServerSettings {
        keys = List.copyOf(keys);
        hosts = Set.copyOf(hosts);
        origins = Set.copyOf(origins);
        if (port < 0 || port > 65_535) {
            throw TernException.user("the server's port is " + port + "; it must be between 0 and 65535");
        }
        if (keys.isEmpty() && !isLoopback(host)) {
            throw TernException.user("the server would listen on " + host
                    + ", which others can reach, without an API key: set one, or listen on 127.0.0.1");
        }
        if (keys.stream().map(ServerKey::name).distinct().count() < keys.size()) {
            throw TernException.user("two API keys have the same name");
        }
        pageFrom.filter(sources -> !Files.isRegularFile(sources.resolve(PageFile.INDEX)))
                .ifPresent(sources -> {
                    throw TernException.user(sources + " has no " + PageFile.INDEX
                            + ": the page is served from a folder of its sources, as"
                            + " server/page/src/main/resources/dev/tern/web is");
                });
    }

    private static boolean isLoopback(String host) {
        try {
            InetAddress[] addresses = InetAddress.getAllByName(host);
            return List.of(addresses).stream().allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw TernException.user("the server cannot listen on " + host + ": no such address is known", e);
        }
    }

    /** Returns a builder with the loopback interface, the default port and limits, and no keys. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the address and the number of keys, without a secret. */
    @Override
    public String toString() {
        return "ServerSettings[" + host + ":" + port + ", " + keys.size() + " keys]";
    }

    /**
     * A certificate and its private key.
     *
     * @param chain the PEM file with the certificate and its issuers
     * @param key the PEM file with its private key, without a password
     */
    public record Certificate(Path chain, Path key) {}

    /** Collects settings; {@link #build} validates them. Not thread-safe. */
    public static final class Builder {
        private String host = "127.0.0.1";
        private int port = USUAL_PORT;
        private List<ServerKey> keys = List.of();
        private Set<String> hosts = Set.of();
        private Set<String> origins = Set.of();
        private Optional<Certificate> certificate = Optional.empty();
        private ServerLimits limits = ServerLimits.DEFAULTS;
        private boolean mcpWrites;
        private boolean mcpEdits;
        private Optional<Duration> syncEvery = Optional.empty();
        private SyncRoots syncRoots = SyncRoots.NONE;
        private Optional<TraceSettings> traces = Optional.empty();
        private Path folder = Path.of("tern-server");
        private Optional<Path> pageFrom = Optional.empty();

        private Builder() {}

        public Builder host(String value) {
            host = value;
            return this;
        }

        public Builder port(int value) {
            port = value;
            return this;
        }

        public Builder keys(List<ServerKey> value) {
            keys = value;
            return this;
        }

        public Builder hosts(Set<String> value) {
            hosts = value;
            return this;
        }

        public Builder origins(Set<String> value) {
            origins = value;
            return this;
        }

        public Builder certificate(Certificate value) {
            certificate = Optional.of(value);
            return this;
        }

        public Builder limits(ServerLimits value) {
            limits = value;
            return this;
        }

        public Builder traces(TraceSettings value) {
            traces = Optional.of(value);
            return this;
        }

        public Builder mcpWrites(boolean value) {
            mcpWrites = value;
            return this;
        }

        public Builder mcpEdits(boolean value) {
            mcpEdits = value;
            return this;
        }

        public Builder syncEvery(Duration value) {
            syncEvery = Optional.of(value);
            return this;
        }

        public Builder syncRoots(SyncRoots value) {
            syncRoots = value;
            return this;
        }

        public Builder folder(Path value) {
            folder = value;
            return this;
        }

        public Builder pageFrom(Path value) {
            pageFrom = Optional.of(value);
            return this;
        }

        /**
         * Returns the settings, validated.
         *
         * @throws TernException if they are not valid
         */
        public ServerSettings build() {
            return new ServerSettings(
                    host,
                    port,
                    keys,
                    hosts,
                    origins,
                    certificate,
                    limits,
                    mcpWrites,
                    mcpEdits,
                    syncEvery,
                    syncRoots,
                    traces,
                    folder,
                    pageFrom);
        }
    }
}
