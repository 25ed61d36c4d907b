package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milvus.v2.client.ConnectConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@Tag("milvus")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StandaloneOptionsTest {
    private final TestCertificates certificates;
    private final TestCertificates others;
    private final MilvusServer server;

    StandaloneOptionsTest(@TempDir Path mine, @TempDir Path theirs) {
        certificates = TestCertificates.in(mine);
        others = TestCertificates.in(theirs);
        server = MilvusServer.standalone(new StandaloneOptions(true, 200, 120, certificates));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void knownUserGetsInOverTls() {
        try (Client client = Client.of(connection(certificates, StandaloneOptions.ROOT_TOKEN))) {
            assertThat(client.collections()).isEmpty();
        }
    }

    @Test
    void wrongPasswordIsRefused() {
        assertThatThrownBy(
                        () -> Client.of(connection(certificates, "root:guess")).collections())
                .hasStackTraceContaining("auth check failure");
    }

    @Test
    void certificateOfAnotherAuthorityIsRefused() {
        assertThatThrownBy(() -> Client.of(connection(others, StandaloneOptions.ROOT_TOKEN))
                        .collections())
                .isNotNull();
    }

    private ConnectConfig connection(TestCertificates trusted, String token) {
        return ConnectConfig.builder()
                .uri(server.uri().toString())
                .token(token)
                .serverName("localhost")
                .serverPemPath(trusted.authority().toString())
                .connectTimeoutMs(2_000)
                .rpcDeadlineMs(3_000)
                .build();
    }
}
