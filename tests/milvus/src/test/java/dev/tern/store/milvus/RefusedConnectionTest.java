package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.store.milvus.server.StandaloneOptions;
import dev.tern.store.milvus.server.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests a server with users and TLS, and the messages about refused connections. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("milvus")
class RefusedConnectionTest {
    private static final String SECRET = "hunter2-of-the-test";

    /** The client tries again until this is over where there is no connection: for that alone it is not as long as for a hang. */
    private static final Duration UNTRUSTED = Duration.ofSeconds(6);

    @TempDir
    static Path folder;

    private static TestCertificates certificates;
    private static TestCertificates strangers;

    @AutoClose
    private static MilvusServer server;

    @BeforeAll
    static void start() throws IOException {
        certificates = TestCertificates.in(Files.createDirectory(folder.resolve("ours")));
        strangers = TestCertificates.in(Files.createDirectory(folder.resolve("strangers")));
        server = MilvusServer.standalone(new StandaloneOptions(true, 100, 120, certificates));
    }

    private static MilvusSettings.Builder settings() {
        return MilvusSettings.at(server.uri().toString())
                .caFile(certificates.authority())
                .connectTimeout(Duration.ofMinutes(1));
    }

    private static void assertRefused(MilvusSettings.Builder settings, Fault fault, String... words) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> {
                    try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(settings.build())) {
                        catalog.open("default").close();
                    }
                })
                .isInstanceOfSatisfying(TernException.class, e -> {
                    assertThat(e.fault()).isEqualTo(fault);
                    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                        assertThat(cause.toString()).doesNotContain(SECRET);
                    }
                })
                .hasMessageContainingAll(words);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(90));
    }

    @Test
    void lets_in_whom_it_knows() {
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        settings().token(StandaloneOptions.ROOT_TOKEN).build());
                GraphStore store = catalog.open("known")) {
            store.write(batch(passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes"))));
            Rows.of(store.latest()).requireWhole();
            assertThat(catalog.graphs()).containsExactly("known");
            assertThat(catalog.location()).isEqualTo(server.uri().toString());
        }
    }

    @Test
    void says_so_where_the_token_or_the_password_is_wrong() {
        String[] words = {"Milvus at " + server.uri() + " refuses the token, or the user and password"};

        assertRefused(settings().token("root:" + SECRET), Fault.OPERATOR, words);
        assertRefused(settings().token(SECRET), Fault.OPERATOR, words);
        assertRefused(settings().token("nobody:" + SECRET), Fault.OPERATOR, words);
        assertRefused(settings(), Fault.OPERATOR, words);
    }

    @Test
    void says_so_where_the_certificate_is_not_trusted() {
        String[] words = {"the certificate of Milvus at " + server.uri() + " is not trusted"};

        assertRefused(
                settings().token("root:" + SECRET).caFile(strangers.authority()).connectTimeout(UNTRUSTED),
                Fault.OPERATOR,
                words[0],
                strangers.authority().toString());
        assertRefused(
                MilvusSettings.at(server.uri().toString())
                        .token("root:" + SECRET)
                        .connectTimeout(UNTRUSTED),
                Fault.OPERATOR,
                words[0],
                "set the certificate file");
    }

    @Test
    void says_so_where_tls_is_left_out() {
        String plain = "http://localhost:" + server.uri().getPort();
        assertRefused(
                MilvusSettings.at(plain).token("root:" + SECRET).connectTimeout(UNTRUSTED),
                Fault.OPERATOR,
                "Milvus at " + plain + " speaks TLS: use https");
    }

    @Test
    void says_so_where_the_file_holds_no_certificates() throws IOException {
        Path nonsense = Files.writeString(folder.resolve("nonsense.pem"), "not a certificate");
        assertRefused(
                settings().caFile(nonsense),
                Fault.OPERATOR,
                "the certificate file " + nonsense + " has no readable certificate");
    }

    @Test
    void says_so_where_there_is_no_such_database() {
        assertRefused(
                settings().token(StandaloneOptions.ROOT_TOKEN).database("nowhere"),
                Fault.OPERATOR,
                "Milvus at " + server.uri() + ", database nowhere has no such database");
    }
}
