package dev.tern.app.config;

import dev.tern.app.StoreSettings;
import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import dev.tern.store.Stores;
import dev.tern.store.lucene.LuceneOptions;
import dev.tern.store.milvus.IndexKind;
import dev.tern.store.milvus.MilvusSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads which store is meant, and collects all problems, so that they are reported together. */
final class StoreReader {
    private static final int MILVUS_PORT = 19530;
    private static final int HTTPS_PORT = 443;

    private final Map<Setting, Value> values;
    private final Path directory;
    private final List<String> problems;

    StoreReader(Map<Setting, Value> values, Path directory, List<String> problems) {
        this.values = values;
        this.directory = directory;
        this.problems = problems;
    }

    /** The store; empty if there is a problem with it. */
    Optional<StoreSettings> read() {
        String text = text(Setting.STORE).orElse("");
        return Stores.isServer(text)
                ? address(text).flatMap(this::server)
                : path(text, "the store").flatMap(this::folder);
    }

    private Optional<StoreSettings> folder(Path folder) {
        // Where there are problems, the number may be none.
        return problems.isEmpty()
                ? Optional.of(new StoreSettings.Folder(folder, LuceneOptions.DEFAULTS))
                : Optional.empty();
    }

    private Optional<Path> path(String text, String what) {
        try {
            // A path in the user's file still means a place relative to where the user is.
            return Optional.of(directory.resolve(Stores.directory(text)));
        } catch (InvalidPathException e) {
            problems.add(what + " \"" + text + "\" is not a path: " + e.getReason());
            return Optional.empty();
        }
    }

    /** The address with the scheme and the port that are meant. */
    private Optional<URI> address(String text) {
        String shown = "the store " + ValueKind.STORE.shown(text);
        try {
            if (text.contains("@")) {
                problems.add(shown + " holds a user or a password, which others could read in the list of processes:"
                        + " leave it out, and set TERN_MILVUS_TOKEN");
                return Optional.empty();
            }
            URI uri = new URI(text);
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            if (!List.of("http", "https", "milvus").contains(scheme)) {
                problems.add(shown + " cannot be used: give a path for the embedded store, or http://, https:// or"
                        + " milvus:// with a host and a port for Milvus");
            } else if (uri.getHost() == null) {
                problems.add(shown + " has no host: it is written as in http://localhost:" + MILVUS_PORT);
            } else if (!List.of("", "/").contains(String.valueOf(uri.getRawPath()))
                    || uri.getRawQuery() != null
                    || uri.getRawFragment() != null) {
                problems.add(shown + " has more than a host and a port: a database is named by milvus.database");
            } else {
                boolean secure = scheme.equals("https");
                int port = uri.getPort() >= 0 ? uri.getPort() : secure ? HTTPS_PORT : MILVUS_PORT;
                return Optional.of(new URI(secure ? "https" : "http", null, uri.getHost(), port, null, null, null));
            }
        } catch (URISyntaxException e) {
            problems.add(shown + " is not an address: " + e.getReason());
        }
        return Optional.empty();
    }

    private Optional<StoreSettings> server(URI uri) {
        Optional<String> token = text(Setting.MILVUS_TOKEN);
        Optional<Path> caFile = text(Setting.MILVUS_CA_FILE).flatMap(name -> path(name, "milvus.caFile"));
        if (caFile.isPresent() && !Files.isReadable(caFile.get())) {
            problems.add("milvus.caFile \"" + caFile.get() + "\" is not there, or cannot be read");
        }
        if (!problems.isEmpty()) {
            // The numbers below are not to be trusted then.
            return Optional.empty();
        }
        try {
            MilvusSettings.Builder settings = MilvusSettings.at(uri.toString())
                    .timeout(seconds(Setting.MILVUS_TIMEOUT_SECONDS))
                    .index(IndexKind.of(
                            Setting.MILVUS_INDEX_TYPE.key(),
                            text(Setting.MILVUS_INDEX_TYPE).orElseThrow()));
            text(Setting.CONSISTENCY)
                    .map(name -> Consistency.valueOf(name.toUpperCase(Locale.ROOT)))
                    .ifPresent(settings::consistency);
            token.ifPresent(settings::token);
            text(Setting.MILVUS_DATABASE).ifPresent(settings::database);
            caFile.ifPresent(settings::caFile);
            return Optional.of(new StoreSettings.Server(
                    settings.build(), ValueKind.STORE.shown(text(Setting.STORE).orElseThrow())));
        } catch (TernException e) {
            problems.add(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Duration seconds(Setting setting) {
        return Duration.ofSeconds(whole(setting));
    }

    private int whole(Setting setting) {
        return Integer.parseInt(text(setting).orElseThrow());
    }

    private Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting)).map(Value::text);
    }
}
