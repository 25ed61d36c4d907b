package dev.tern.store.milvus.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The recipe of Milvus 2.3 standalone. All its components are one process, each with a port of its
 * own, and every port is configurable: the components' by environment variables, the health check's
 * by {@code METRICS_PORT}, the embedded etcd's by a file.
 */
final class MilvusStandalone {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The time is sent to each channel at every tick, used or not; the default is 16. */
    private static final int CHANNELS = 2;

    /** The components, each of which listens on the port of its section of the configuration. */
    private static final List<String> COMPONENTS =
            List.of("rootCoord", "proxy", "queryCoord", "queryNode", "indexNode", "dataCoord", "dataNode");

    /** The ports of the components, of the proxy's inner interface, and two of etcd. */
    private static final int INNER_PORTS = COMPONENTS.size() - 1 + 1 + 2;

    private MilvusStandalone() {}

    static MilvusServer on(ServerFolders folders, StandaloneOptions options) {
        Path data = folders.data("standalone");
        List<Integer> ports = FreePorts.choose(2 + INNER_PORTS);
        int port = ports.get(0);
        int health = ports.get(1);
        List<Integer> inner = ports.subList(2, ports.size());
        Path programs = folders.python().milvus().resolve("bin");

        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("LD_LIBRARY_PATH", programs.toString());
        environment.put("DYLD_LIBRARY_PATH", programs.toString());
        environment.put(
                "MILVUSCONF", folders.python().milvus().resolve("configs").toString());
        environment.put("DEPLOY_MODE", "STANDALONE");
        environment.put("METRICS_PORT", String.valueOf(health));
        spareTheProcessor(environment);
        configure(environment, data, port, inner);
        set(environment, "proxy.timeTickInterval", options.tickMillis());
        set(environment, "common.session.ttl", options.sessionSeconds());
        secure(environment, options);

        ServerRecipe recipe = new ServerRecipe(
                "Milvus standalone",
                URI.create(options.certificates() == null ? "http://127.0.0.1:" + port : "https://localhost:" + port),
                List.of(port, health),
                inner,
                // The alias names its pid file, in a folder that servers may share.
                List.of(programs.resolve("milvus").toString(), "run", "standalone", "--alias", "tern-" + port),
                environment,
                () -> isHealthy(health),
                PATIENCE);
        return new MilvusServer(recipe, folders.launcher(), data, folders.log(data));
    }

    private static void configure(Map<String, String> environment, Path data, int port, List<Integer> inner) {
        int next = 0;
        for (String component : COMPONENTS) {
            set(environment, component + ".ip", "127.0.0.1");
            set(environment, component + ".port", component.equals("proxy") ? port : inner.get(next++));
        }
        set(environment, "proxy.internalPort", inner.get(next++));
        int etcd = inner.get(next++);
        set(environment, "etcd.endpoints", "127.0.0.1:" + etcd);
        set(environment, "etcd.config.path", etcdConfiguration(data, etcd, inner.get(next)));
        set(environment, "etcd.data.dir", data.resolve("etcd"));
        set(environment, "etcd.log.path", "stdout");
        set(environment, "etcd.log.level", "warn");
        set(environment, "rootCoord.dmlChannelNum", CHANNELS);
        // By default it logs hundreds of megabytes in one build.
        set(environment, "log.level", "warn");
        set(environment, "localStorage.path", data.resolve("files"));
        set(environment, "rocksmq.path", data.resolve("rocksmq"));
    }

    /**
     * Saves processor time: by default the server creates a compressor per processor for each
     * column written to disk, and collects garbage as if memory were scarce.
     */
    private static void spareTheProcessor(Map<String, String> environment) {
        environment.put("GOMAXPROCS", "1");
        environment.put("GOGC", "400");
        set(environment, "queryNode.gchelper.enabled", false);
    }

    private static void secure(Map<String, String> environment, StandaloneOptions options) {
        set(environment, "common.security.authorizationEnabled", options.authorization());
        TestCertificates certificates = options.certificates();
        if (certificates != null) {
            set(environment, "common.security.tlsMode", 1);
            set(environment, "tls.serverPemPath", certificates.serverChain());
            set(environment, "tls.serverKeyPath", certificates.serverKey());
            set(environment, "tls.caPemPath", certificates.authority());
        }
    }

    /** Sets a setting by its environment variable, which overrides the file. */
    private static void set(Map<String, String> environment, String setting, Object value) {
        environment.put(setting.replace('.', '_').toUpperCase(Locale.ROOT), value.toString());
    }

    private static Path etcdConfiguration(Path data, int client, int peer) {
        Path file = data.resolve("etcd.yaml");
        try {
            return Files.writeString(file, """
                name: default
                listen-client-urls: http://127.0.0.1:%1$d
                advertise-client-urls: http://127.0.0.1:%1$d
                listen-peer-urls: http://127.0.0.1:%2$d
                initial-advertise-peer-urls: http://127.0.0.1:%2$d
                initial-cluster: default=http://127.0.0.1:%2$d
                """.formatted(client, peer));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks the health check, since the server opens its port seconds before it works. */
    private static boolean isHealthy(int port) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/healthz").toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(5_000);
            try (var answer = connection.getInputStream()) {
                return new String(answer.readAllBytes(), StandardCharsets.UTF_8).contains("OK");
            }
        } catch (IOException notYet) {
            return false;
        }
    }
}
