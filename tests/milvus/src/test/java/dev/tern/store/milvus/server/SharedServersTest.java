package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

@OnEachServer
final class SharedServersTest {
    private final ServerUnderTest server;

    SharedServersTest(ServerUnderTest server) {
        this.server = server;
    }

    @Test
    void serverWorks() {
        String name = "t" + UUID.randomUUID().toString().replace('-', '_');
        try (Client client = Client.of(server)) {
            client.createCollection(name);
            client.insert(name, 7);
            assertThat(client.count(name)).isOne();
            client.dropCollection(name);
            assertThat(client.collections()).doesNotContain(name);
        }
    }
}
