package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("milvus")
final class MilvusServerTest {
    @Test
    void liteKeepsItsDataAndItsPortThroughKillAndRestart() throws IOException {
        try (MilvusServer server = MilvusServer.lite()) {
            keepsItsDataAndItsPort(server);
            assertThat(isReachedFromOutside(server.uri().getPort())).isFalse();
        }
    }

    @Test
    void standaloneIsReachedFromThisMachineOnly() throws IOException {
        try (MilvusServer server = MilvusServer.standalone()) {
            assertThat(isReachedFromOutside(server.uri().getPort()))
                    .as("only where the system allows no network of its own, and then the log says so")
                    .isEqualTo(Files.readString(server.log()).contains("no network of its own"));
        }
    }

    private static boolean isReachedFromOutside(int port) throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .anyMatch(address -> accepts(address, port));
    }

    private static boolean accepts(InetAddress address, int port) {
        try (Socket socket = new Socket(address, port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private static void keepsItsDataAndItsPort(MilvusServer server) {
        URI uri = server.uri();
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
