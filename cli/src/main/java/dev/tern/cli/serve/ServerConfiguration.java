package dev.tern.cli.serve;

import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.ExtractionSettings;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.SecretFileCheck;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.app.limits.SyncRoots;
import dev.tern.documents.LoadLimit;
import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.settings.ServerSettings;
import dev.tern.server.settings.TraceSettings;
import dev.tern.text.Redaction;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the server's settings from the configuration. */
public final class ServerConfiguration {
    private static final int FOLDER_NAME_BYTES = 6;

    private final Configuration configuration;
    private final Path directory;
    private final ServerKeys keys;

    /**
     * Creates a reader. Files that settings name are read when they are needed.
     *
     * @param directory the base of relative paths
     * @param redaction receives the keys that are read from a file
     */
    public ServerConfiguration(Configuration configuration, Path directory, Redaction redaction) {
        this.configuration = configuration;
        this.directory = directory;
        this.keys =
                new ServerKeys(configuration.text(Setting.SERVER_API_KEY), path(Setting.SERVER_KEYS_FILE), redaction);
    }

    /** Returns warnings about exposed files of secrets, and about a sync that may read nothing. */
    public List<String> warnings() {
        return Stream.of(
                        path(Setting.SERVER_KEYS_FILE)
                                .flatMap(file -> SecretFileCheck.warning(file, "the server's keys")),
                        path(Setting.SERVER_CERTIFICATE_KEY_FILE)
                                .flatMap(file -> SecretFileCheck.warning(file, "the server's private key")),
                        withoutRoots())
                .flatMap(Optional::stream)
                .toList();
    }

    public ServerSettings settings() {
        return builder().build();
    }

    /**
     * Returns a builder with the configured settings.
     *
     * @throws TernException the user's fault, if a setting or the file of keys is invalid
     */
    public ServerSettings.Builder builder() {
        ServerSettings.Builder builder = ServerSettings.builder()
                .host(configuration.text(Setting.SERVER_HOST).orElseThrow())
                .port(configuration.integer(Setting.SERVER_PORT))
                .keys(keys.all())
                .hosts(list(Setting.SERVER_HOSTS, name -> !name.contains("://")))
                .origins(list(Setting.SERVER_HOSTS, name -> name.contains("://")))
                .limits(limits())
                .mcpWrites(agentsMay("texts"))
                .mcpEdits(agentsMay("edits"))
                .syncRoots(syncRoots())
                .folder(folder());
        int syncMinutes = configuration.integer(Setting.SERVER_SYNC_MINUTES);
        if (syncMinutes > 0) {
            builder.syncEvery(Duration.ofMinutes(syncMinutes));
        }
        configuration
                .text(Setting.TRACES_ENDPOINT)
                .map(endpoint -> new TraceSettings(URI.create(endpoint), headers()))
                .ifPresent(builder::traces);
        Optional<Path> certificate = path(Setting.SERVER_CERTIFICATE_FILE);
        Optional<Path> key = path(Setting.SERVER_CERTIFICATE_KEY_FILE);
        if (certificate.isPresent() != key.isPresent()) {
            throw TernException.user("server.certificateFile and server.certificateKeyFile belong together, and only"
                    + " one of them is set");
        }
        certificate.ifPresent(chain -> builder.certificate(new ServerSettings.Certificate(chain, key.orElseThrow())));
        return builder;
    }

    /** Parses the headers of traces. Messages do not quote them, as they may contain a secret. */
    private Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        for (String header :
                configuration.text(Setting.TRACES_HEADERS).orElse("").split(",", -1)) {
            int equals = header.indexOf('=');
            if (equals > 0) {
                headers.put(
                        header.substring(0, equals).strip(),
                        header.substring(equals + 1).strip());
            } else if (!header.isBlank()) {
                throw TernException.user(
                        "traces.headers must be names and values as in name=value, with commas between");
            }
        }
        return headers;
    }

    /** Returns the settings for serving an agent on this machine, without an address and keys. */
    public ServerSettings forAgents() {
        return ServerSettings.builder()
                .limits(limits())
                .mcpWrites(agentsMay("texts"))
                .mcpEdits(agentsMay("edits"))
                .build();
    }

    /**
     * Returns the graphs of the configured store for a server. The caller closes them.
     *
     * @param allowPrivate true to also fetch pages from addresses outside the public internet
     * @throws TernException if the configuration of a model is invalid
     * @throws ConfigurationException if extraction needs a chat model and there is none
     */
    public Graphs graphs(Backend backend, boolean allowPrivate) {
        AppSettings settings = configuration.settings();
        if (settings.lacksChatModel()) {
            throw new ConfigurationException(List.of(ExtractionSettings.NO_MODEL));
        }
        return new Graphs(
                settings,
                backend,
                configuration
                        .loader()
                        .allowPrivate(allowPrivate)
                        .showAddresses(false)
                        .build(),
                Math.toIntExact(limits().of(ServerLimit.OPEN_GRAPHS)));
    }

    private SyncRoots syncRoots() {
        return configuration.text(Setting.SERVER_SYNC_ROOTS).map(SyncRoots::of).orElse(SyncRoots.NONE);
    }

    private Optional<String> withoutRoots() {
        return configuration.integer(Setting.SERVER_SYNC_MINUTES) > 0
                        && syncRoots().isEmpty()
                ? Optional.of("server.syncMinutes is set, and " + SyncRoots.KEY
                        + " names no folder and no site that the server may read: no source is run")
                : Optional.empty();
    }

    /** Returns true if the setting lets agents make a kind of change. */
    private boolean agentsMay(String change) {
        String allowed = configuration.text(Setting.MCP_WRITES).orElse("");
        return allowed.equalsIgnoreCase("all") || allowed.equalsIgnoreCase(change);
    }

    private ServerLimits limits() {
        ServerLimits.Builder limits = ServerLimits.builder();
        for (ServerLimit limit : ServerLimit.values()) {
            limit.setting().ifPresent(key -> limits.setting(limit, configuration.integer(Setting.ofKey(key))));
        }
        return limits.set(ServerLimit.UPLOAD_BYTES, uploadBytes()).build();
    }

    /**
     * Returns the maximum number of bytes of an upload: at most the maximum size of a file that a
     * job reads, but at least 1 KiB.
     *
     * @throws TernException the user's fault, if the upload limit was set and is larger
     */
    private long uploadBytes() {
        SettingValue megabytes = configuration.values().get(Setting.SERVER_UPLOAD_MEGABYTES);
        boolean chosen = megabytes != null && megabytes.isChosen();
        long wanted = (long) configuration.integer(Setting.SERVER_UPLOAD_MEGABYTES) << 20;
        long readable = configuration.loadLimits().of(LoadLimit.FILE_BYTES);
        if (wanted > readable && chosen) {
            throw TernException.user("server.uploadMegabytes takes files of " + wanted
                    + " bytes, but load.maxFileBytes is " + readable + ": lower the one or raise the other");
        }
        return Math.max(1 << 10, Math.min(wanted, readable));
    }

    /** Returns the folder of this store and database, which servers of others do not share. */
    private Path folder() {
        String store = configuration.store().recordName() + "\n"
                + configuration.text(Setting.MILVUS_DATABASE).orElse("");
        return Path.of(configuration.text(Setting.CACHE_DIRECTORY).orElseThrow())
                .resolve("server")
                .resolve(Sha256.name(store, FOLDER_NAME_BYTES));
    }

    private Optional<Path> path(Setting setting) {
        return configuration.text(setting).map(directory::resolve);
    }

    private Set<String> list(Setting setting, Predicate<String> wanted) {
        return configuration.text(setting).stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip)
                .filter(name -> !name.isEmpty() && wanted.test(name))
                .collect(Collectors.toSet());
    }
}
