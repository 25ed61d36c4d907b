package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.StoreSettings;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.settings.Consistency;
import dev.tern.settings.Parameter;
import dev.tern.store.milvus.SettingsValues;
import dev.tern.store.milvus.client.ConnectionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which store an address selects, and the connection to Milvus. */
final class StoreAddressTest {
    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();

    private Configuration configuration(String store) {
        environment.put("HOME", directory.toString());
        environment.put("TERN_STORE", store);
        return new ConfigurationReader(environment, directory).read(List.of());
    }

    private ConnectionSettings milvus(String store) {
        StoreSettings settings = configuration(store).store();
        assertThat(settings.path()).isEmpty();
        return SettingsValues.of(settings.address(), settings.options());
    }

    private void refused(String store, String message) {
        assertThatThrownBy(() -> configuration(store))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(message);
    }

    @Test
    void aPathIsTheEmbeddedStore() {
        for (String path : new String[] {"graphs", "./graphs", "file:graphs"}) {
            assertThat(configuration(path).store().path().orElseThrow().normalize())
                    .isEqualTo(directory.resolve("graphs"));
        }
    }

    @Test
    void anAddressIsMilvus() {
        assertThat(milvus("http://localhost:19530").address()).hasToString("http://localhost:19530");
        assertThat(milvus("milvus://db.example").address()).hasToString("http://db.example:19530");
        assertThat(milvus("HTTP://db.example/").address()).hasToString("http://db.example:19530");
        assertThat(milvus("https://in03-1.api.example").address()).hasToString("https://in03-1.api.example:443");
        assertThat(milvus("https://[::1]:19531").address()).hasToString("https://[::1]:19531");
    }

    @Test
    void milvusHasDefaults() {
        ConnectionSettings milvus = milvus("milvus://localhost");
        assertThat(milvus.token()).isEmpty();
        assertThat(milvus.database()).isEmpty();
        assertThat(milvus.caFile()).isEmpty();
        assertThat(milvus.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(milvus.loadTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(milvus.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(milvus.writeBatchRows()).isEqualTo(512);
        assertThat(milvus.parallelRequests()).isEqualTo(2);
        assertThat(milvus.index()).hasToString("AUTOINDEX");
        assertThat(milvus.shards()).isOne();
        assertThat(milvus.consistency()).isEqualTo(Consistency.STRONG);
    }

    @Test
    void everythingOfMilvusCanBeSet() throws IOException {
        Path authority = Files.writeString(directory.resolve("ca.pem"), "not read here");
        environment.putAll(Map.of(
                "TERN_MILVUS_TOKEN", "me:hunter2",
                "TERN_MILVUS_DATABASE", "db",
                "TERN_MILVUS_CA_FILE", "ca.pem",
                "TERN_MILVUS_TIMEOUT_SECONDS", "6",
                "TERN_MILVUS_INDEX_TYPE", "hnsw",
                "TERN_CONSISTENCY", "Bounded"));
        ConnectionSettings milvus = milvus("https://db.example:19530");
        assertThat(milvus.token()).contains("me:hunter2");
        assertThat(milvus.database()).contains("db");
        assertThat(milvus.caFile()).contains(authority);
        assertThat(milvus.timeout()).isEqualTo(Duration.ofSeconds(6));
        assertThat(milvus.loadTimeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(milvus.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(milvus.index()).hasToString("HNSW");
        assertThat(milvus.consistency()).isEqualTo(Consistency.BOUNDED);
        assertThat(configuration("https://db.example:19530").parameters().find(Parameter.CONSISTENCY))
                .contains(Consistency.BOUNDED);
        assertThat(milvus.toString()).doesNotContain("hunter2");
    }

    @Test
    void theTokenIsTakenAndNeverShown() {
        environment.put("TERN_MILVUS_TOKEN", "secret-token");
        Configuration configuration = configuration("https://db.example");
        assertThat(milvus("https://db.example").token()).contains("secret-token");
        assertThat(configuration.values().get(Setting.MILVUS_TOKEN))
                .hasToString("milvus.token = set (TERN_MILVUS_TOKEN)");
        assertThat(configuration.store().toString()).doesNotContain("secret-token");
        Shell shell = new Shell(directory).with("TERN_MILVUS_TOKEN", "secret-token");
        assertThat(shell.run("doctor", "--settings").out())
                .containsPattern("milvus\\.token +set +from TERN_MILVUS_TOKEN")
                .doesNotContain("secret-token");
    }

    @Test
    void aPasswordInTheAddressIsRefusedAndNotRepeated() {
        for (String store : new String[] {
            "http://me:hunter2@db.example:19530", "https://hunter2@db.example", "milvus://me:hunt/er2@db.example"
        }) {
            refused(
                    store,
                    "the store \"" + store.replaceFirst("//.*@", "//***@")
                            + "\" holds a user or a password, which others could read in the list of processes: leave"
                            + " it out, and set milvus.token");
        }
    }

    @Test
    void whatIsNoAddressOfMilvusIsRefused() {
        refused(
                "s3://bucket/graphs",
                "the store \"s3://bucket/graphs\" cannot be opened with the stores on the class path, which open "
                        + "file:, http:, https:,"
                        + " memory:, milvus:, paths: dev.tern:tern-store-lucene opens paths,"
                        + " dev.tern:tern-store-milvus http:, https: and milvus:");
        for (String store : new String[] {
            "http://",
            "http:///db",
            "http://localhost:19530/db",
            "http://localhost:19530?token=secret",
            "http://localhost:70000",
            "http://local host"
        }) {
            refused(
                    store,
                    "the store \"" + store.replace("token=secret", "***")
                            + "\" is not an address of Milvus: it must be http://host:port, https://host:port or"
                            + " milvus://host:port; milvus.database sets the database");
        }
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        environment.put("TERN_MILVUS_CA_FILE", "nowhere.pem");
        refused("https://localhost", "the certificate file " + directory.resolve("nowhere.pem") + " cannot be read");
        environment.remove("TERN_MILVUS_CA_FILE");
        environment.put("TERN_MILVUS_TIMEOUT_SECONDS", "3601");
        environment.put("TERN_MILVUS_INDEX_TYPE", "IVF");
        assertThatThrownBy(() -> configuration("http://localhost"))
                .hasMessageContaining(
                        "milvus.timeoutSeconds (TERN_MILVUS_TIMEOUT_SECONDS) is \"3601\"; it must be a whole number"
                                + " from 1 to 3600")
                .hasMessageContaining(
                        "milvus.indexType (TERN_MILVUS_INDEX_TYPE) is \"IVF\"; it must be AUTOINDEX, HNSW,"
                                + " FLAT or DISKANN");
    }

    @Test
    void consistencyIsForEachQuestion() {
        Shell shell = new Shell(directory);
        shell.file("corpus.jsonl", "{\"_id\": \"a\", \"text\": \"Euler knew Daniel.\"}");
        shell.run("add", "corpus.jsonl");
        for (String command : new String[] {"ask", "retrieve"}) {
            assertThat(shell.run(command, "--consistency", "eventual", "Who?").exitCode())
                    .isZero();
            Shell.Run wrong = shell.run(command, "--consistency", "fresh", "Who?");
            assertThat(wrong.exitCode()).isEqualTo(2);
            assertThat(wrong.err())
                    .isEqualTo("tern: consistency (--consistency) is \"fresh\"; it must be strong, session, bounded or"
                            + " eventual\n");
        }
    }
}
