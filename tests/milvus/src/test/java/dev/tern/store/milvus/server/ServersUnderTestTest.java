package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServersUnderTestTest {
    @Test
    void variablesNameTheServerAndItsToken() {
        ServerUnderTest given = ServersUnderTest.given(
                        Map.of("TERN_MILVUS_URI", "https://milvus.example:19530", "TERN_MILVUS_TOKEN", "root:secret"))
                .orElseThrow();
        assertThat(given.uri()).isEqualTo(URI.create("https://milvus.example:19530"));
        assertThat(given.token()).contains("root:secret");
        assertThat(given).hasToString("given server");
    }

    @Test
    void tokenMayBeMissing() {
        assertThat(ServersUnderTest.given(
                                Map.of("TERN_MILVUS_URI", "http://milvus.example:19530", "TERN_MILVUS_TOKEN", ""))
                        .orElseThrow()
                        .token())
                .isEmpty();
    }

    @Test
    void withoutThemTheBuildStartsItsOwn() {
        assertThat(ServersUnderTest.given(Map.of("TERN_MILVUS_URI", " "))).isEmpty();
    }
}
