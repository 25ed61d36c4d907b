package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@OnEachServer
final class SharedServersTest {
    private final ServerUnderTest server;

    SharedServersTest(ServerUnderTest server) {
        this.server = server;
    }

    @Test
    void serverWorks() {
        try (Client client = Client.of(server.uri())) {
            client.createCollection("shared_servers_test");
            client.insert("shared_servers_test", 7);
            assertThat(client.count("shared_servers_test")).isOne();
        }
    }
}
