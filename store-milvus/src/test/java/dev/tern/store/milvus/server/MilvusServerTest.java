package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("milvus")
final class MilvusServerTest {
    @Test
    void liteKeepsItsDataAndItsPortThroughKillAndRestart() {
        try (MilvusServer server = MilvusServer.lite()) {
            keepsItsDataAndItsPort(server);
        }
    }

    @Test
    void standaloneKeepsItsDataAndItsPortThroughKillAndRestart() {
        try (MilvusServer server = MilvusServer.standalone()) {
            keepsItsDataAndItsPort(server);
        }
    }

    private static void keepsItsDataAndItsPort(MilvusServer server) {
        var uri = server.uri();
        try (Client client = Client.of(uri)) {
            client.createCollection("kept");
            client.insert("kept", 1);
        }
        List<ProcessHandle> processes = server.processes();

        server.kill();

        assertThat(processes).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThatThrownBy(() -> new Socket(uri.getHost(), uri.getPort()).close())
                .isInstanceOf(ConnectException.class);

        server.restart();

        assertThat(server.uri()).isEqualTo(uri);
        try (Client client = Client.of(uri)) {
            assertThat(client.count("kept")).isOne();
        }
    }
}
