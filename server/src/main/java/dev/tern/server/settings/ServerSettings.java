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
 * The address, keys and limits of a server. Made by {@link #builder}; immutable.
 *
 * <p>Without keys anybody may do everything, so only the loopback interface is then allowed.
 */
public final class ServerSettings {
    /** The default port: TERN on a telephone's keys. */
    public static final int USUAL_PORT = 8376;

    private final Builder built;

    private ServerSettings(Builder built) {
        this.built = built;
    }

    /** Returns a builder with the loopback interface, the default port and limits, and no keys. */
    public static Builder builder() {
        return new Builder();
    }

    public String host() {
        return built.host;
    }

    /** Returns the port; 0 for any free one. */
    public int port() {
        return built.port;
    }

    /** Returns the keys; empty if none is needed. */
    public List<ServerKey> keys() {
        return built.keys;
    }

    /** Returns the allowed names in a Host header, besides those of the loopback interface. */
    public Set<String> hosts() {
        return built.hosts;
    }

    /** Returns the origins of other pages that may call the server: {@code https://a.org}. */
    public Set<String> origins() {
        return built.origins;
    }

    /** Returns the certificate for HTTPS; empty for plain HTTP. */
    public Optional<Certificate> certificate() {
        return built.certificate;
    }

    public ServerLimits limits() {
        return built.limits;
    }

    /** Returns the target of traces; empty for none. */
    public Optional<TraceSettings> traces() {
        return built.traces;
    }

    /** Returns true if agents may add texts by MCP, if their key lets them write. */
    public boolean mcpWrites() {
        return built.mcpWrites;
    }

    /** Returns true if agents may edit graphs by MCP, if their key lets them write. */
    public boolean mcpEdits() {
        return built.mcpEdits;
    }

    /** Returns the pause between runs of a source's synchronisation; empty for none. */
    public Optional<Duration> syncEvery() {
        return built.syncEvery;
    }

    /** Returns the folders and sites that synchronisation may read. */
    public SyncRoots syncRoots() {
        return built.syncRoots;
    }

    /** Returns the folder of jobs, readable by its owner only. */
    public Path folder() {
        return built.folder;
    }

    /** Returns the folder from which the page is read at each request; empty for the jar. */
    public Optional<Path> pageFrom() {
        return built.pageFrom;
    }

    @Override
    public String toString() {
        return "ServerSettings[" + built.host + ":" + built.port + ", " + built.keys.size() + " keys]";
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
        private ServerLimits limits = ServerLimits.USUAL;
        private boolean mcpWrites;
        private boolean mcpEdits;
        private Optional<Duration> syncEvery = Optional.empty();
        private SyncRoots syncRoots = SyncRoots.NONE;
        private Optional<TraceSettings> traces = Optional.empty();
        private Path folder = Path.of("tern-server");
        private Optional<Path> pageFrom = Optional.empty();

        private Builder() {}

        private Builder(Builder other) {
            host = other.host;
            port = other.port;
            keys = other.keys;
            hosts = other.hosts;
            origins = other.origins;
            certificate = other.certificate;
            limits = other.limits;
            mcpWrites = other.mcpWrites;
            mcpEdits = other.mcpEdits;
            syncEvery = other.syncEvery;
            syncRoots = other.syncRoots;
            traces = other.traces;
            folder = other.folder;
            pageFrom = other.pageFrom;
        }

        /** Sets {@link ServerSettings#host}; {@link #build} validates it. */
        public Builder host(String value) {
            host = value;
            return this;
        }

        /** Sets {@link ServerSettings#port}; {@link #build} validates it. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /** Sets {@link ServerSettings#keys}; {@link #build} validates it. */
        public Builder keys(List<ServerKey> value) {
            keys = List.copyOf(value);
            return this;
        }

        /** Sets {@link ServerSettings#hosts}; {@link #build} validates it. */
        public Builder hosts(Set<String> value) {
            hosts = Set.copyOf(value);
            return this;
        }

        /** Sets {@link ServerSettings#origins}; {@link #build} validates it. */
        public Builder origins(Set<String> value) {
            origins = Set.copyOf(value);
            return this;
        }

        /** Sets {@link ServerSettings#certificate}; {@link #build} validates it. */
        public Builder certificate(Certificate value) {
            certificate = Optional.of(value);
            return this;
        }

        /** Sets {@link ServerSettings#limits}; {@link #build} validates it. */
        public Builder limits(ServerLimits value) {
            limits = value;
            return this;
        }

        /** Sets {@link ServerSettings#traces}; {@link #build} validates it. */
        public Builder traces(TraceSettings value) {
            traces = Optional.of(value);
            return this;
        }

        /** Sets {@link ServerSettings#mcpWrites}; {@link #build} validates it. */
        public Builder mcpWrites(boolean value) {
            mcpWrites = value;
            return this;
        }

        /** Sets {@link ServerSettings#mcpEdits}; {@link #build} validates it. */
        public Builder mcpEdits(boolean value) {
            mcpEdits = value;
            return this;
        }

        /** Sets {@link ServerSettings#syncEvery}; {@link #build} validates it. */
        public Builder syncEvery(Duration value) {
            syncEvery = Optional.of(value);
            return this;
        }

        /** Sets {@link ServerSettings#syncRoots}; {@link #build} validates it. */
        public Builder syncRoots(SyncRoots value) {
            syncRoots = value;
            return this;
        }

        /** Sets {@link ServerSettings#folder}; {@link #build} validates it. */
        public Builder folder(Path value) {
            folder = value;
            return this;
        }

        /** Sets {@link ServerSettings#pageFrom}; {@link #build} validates it. */
        public Builder pageFrom(Path value) {
            pageFrom = Optional.of(value);
            return this;
        }

        /**
         * Validates the settings and returns them.
         *
         * @throws TernException if the port is out of range, other machines could reach the server
         *     without a key, two keys have one name, or the page's folder has no page
         */
        public ServerSettings build() {
            if (port < 0 || port > 65_535) {
                throw TernException.user("the server's port is " + port + "; it must be between 0 and 65535");
            }
            if (keys.isEmpty() && !isLoopback(host)) {
                throw TernException.user("the server would listen on " + host + ", where others can reach it, and there"
                        + " is no API key: set one, or listen on 127.0.0.1");
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
            return new ServerSettings(new Builder(this));
        }

        private static boolean isLoopback(String host) {
            try {
                InetAddress[] addresses = InetAddress.getAllByName(host);
                return List.of(addresses).stream().allMatch(InetAddress::isLoopbackAddress);
            } catch (UnknownHostException e) {
                throw TernException.user("the server cannot listen on " + host + ": no such address is known", e);
            }
        }
    }
}
