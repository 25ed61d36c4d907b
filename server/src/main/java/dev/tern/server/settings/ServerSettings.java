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
 * Where a server listens, whom it lets in, and how much it takes. Made by {@link #builder}; immutable.
 *
 * <p>Without keys everybody who reaches the server may do everything, so it only listens on the loopback interface then.
 */
public final class ServerSettings {
    /** The usual port: TERN on the keys of a telephone. */
    public static final int USUAL_PORT = 8376;

    private final Builder built;

    private ServerSettings(Builder built) {
        this.built = built;
    }

    /** Starts with the loopback interface, the usual port and limits, and no keys. */
    public static Builder builder() {
        return new Builder();
    }

    /** The address to listen on. */
    public String host() {
        return built.host;
    }

    /** The port; 0 for any that is free. */
    public int port() {
        return built.port;
    }

    /** The keys; empty where no key is needed. */
    public List<ServerKey> keys() {
        return built.keys;
    }

    /** The names by which the server may be called in a Host header, beside those of the loopback interface. */
    public Set<String> hosts() {
        return built.hosts;
    }

    /** The origins of pages of others that may call the server, as in {@code https://example.org}. */
    public Set<String> origins() {
        return built.origins;
    }

    /** The certificate and its key, for TLS. */
    public Optional<Certificate> certificate() {
        return built.certificate;
    }

    /** What may be taken. */
    public ServerLimits limits() {
        return built.limits;
    }

    /** Where traces are sent, if they are. */
    public Optional<TraceSettings> traces() {
        return built.traces;
    }

    /** Whether agents may add texts by MCP, if their key lets them write. */
    public boolean mcpWrites() {
        return built.mcpWrites;
    }

    /** Whether agents may correct graphs by MCP, if their key lets them write. */
    public boolean mcpEdits() {
        return built.mcpEdits;
    }

    /** How long after the last run of a source the next one begins; empty where graphs are brought into step by no server. */
    public Optional<Duration> syncEvery() {
        return built.syncEvery;
    }

    /** The folders and sites that may be read for that. */
    public SyncRoots syncRoots() {
        return built.syncRoots;
    }

    /** The folder for what waits for its job; readable by its owner only. */
    public Path folder() {
        return built.folder;
    }

    /** The folder of sources that the page is read from at each request; empty where it is that of the jar. */
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
     * @param chain the file with the certificate and those above it, as PEM
     * @param key the file with its private key, as PEM, without a password
     */
    public record Certificate(Path chain, Path key) {}

    /** Gathers settings; {@link #build} checks them. Not thread-safe. */
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

        /** Sets {@link ServerSettings#host}; {@link #build} checks it. */
        public Builder host(String value) {
            host = value;
            return this;
        }

        /** Sets {@link ServerSettings#port}; {@link #build} checks it. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /** Sets {@link ServerSettings#keys}; {@link #build} checks it. */
        public Builder keys(List<ServerKey> value) {
            keys = List.copyOf(value);
            return this;
        }

        /** Sets {@link ServerSettings#hosts}; {@link #build} checks it. */
        public Builder hosts(Set<String> value) {
            hosts = Set.copyOf(value);
            return this;
        }

        /** Sets {@link ServerSettings#origins}; {@link #build} checks it. */
        public Builder origins(Set<String> value) {
            origins = Set.copyOf(value);
            return this;
        }

        /** Sets {@link ServerSettings#certificate}; {@link #build} checks it. */
        public Builder certificate(Certificate value) {
            certificate = Optional.of(value);
            return this;
        }

        /** Sets {@link ServerSettings#limits}; {@link #build} checks it. */
        public Builder limits(ServerLimits value) {
            limits = value;
            return this;
        }

        /** Sets {@link ServerSettings#traces}; {@link #build} checks it. */
        public Builder traces(TraceSettings value) {
            traces = Optional.of(value);
            return this;
        }

        /** Sets {@link ServerSettings#mcpWrites}; {@link #build} checks it. */
        public Builder mcpWrites(boolean value) {
            mcpWrites = value;
            return this;
        }

        /** Sets {@link ServerSettings#mcpEdits}; {@link #build} checks it. */
        public Builder mcpEdits(boolean value) {
            mcpEdits = value;
            return this;
        }

        /** Sets {@link ServerSettings#syncEvery}; {@link #build} checks it. */
        public Builder syncEvery(Duration value) {
            syncEvery = Optional.of(value);
            return this;
        }

        /** Sets {@link ServerSettings#syncRoots}; {@link #build} checks it. */
        public Builder syncRoots(SyncRoots value) {
            syncRoots = value;
            return this;
        }

        /** Sets {@link ServerSettings#folder}; {@link #build} checks it. */
        public Builder folder(Path value) {
            folder = value;
            return this;
        }

        /** Sets {@link ServerSettings#pageFrom}; {@link #build} checks it. */
        public Builder pageFrom(Path value) {
            pageFrom = Optional.of(value);
            return this;
        }

        /**
         * The settings that were set.
         *
         * @throws TernException if other machines could reach the server without a key, two keys have one name, or there is no page
         *     where it is to be read from
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
