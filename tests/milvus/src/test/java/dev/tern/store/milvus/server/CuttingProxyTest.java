package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server behind the proxy answers with what it is sent. */
final class CuttingProxyTest {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int STALL_MILLIS = 200;

    private final ServerSocket echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CuttingProxy proxy = CuttingProxy.before(URI.create("http://127.0.0.1:" + echo.getLocalPort()));

    CuttingProxyTest() throws IOException {}

    @BeforeEach
    void serve() {
        Thread.ofVirtual().start(() -> {
            while (!echo.isClosed()) {
                try {
                    Socket client = echo.accept();
                    Thread.ofVirtual().start(() -> answer(client));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private static void answer(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException cut) {
            assertThat(cut).isInstanceOf(SocketException.class);
        }
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        echo.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(proxy.uri().getHost(), proxy.uri().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static byte[] exchange(Socket socket, int bytes) throws IOException {
        socket.getOutputStream().write(new byte[bytes]);
        return socket.getInputStream().readNBytes(bytes);
    }

    @Test
    void passesAndCounts() throws IOException {
        try (Socket one = connect();
                Socket two = connect()) {
            assertThat(exchange(one, 100_000)).hasSize(100_000);
            assertThat(exchange(two, 10)).hasSize(10);
        }
        assertThat(proxy.connections()).isEqualTo(2);
        assertThat(proxy.bytesToServer()).isEqualTo(100_010);
        assertThat(proxy.bytesToClient()).isEqualTo(100_010);
    }

    @Test
    void endOfWhatAClientSendsIsPassedOn() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(7);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).containsExactly(7);
        }
    }

    @Test
    void answerIsCutAfterSoManyBytesAndOnce() throws IOException {
        proxy.cutAfterToClient(1_000);
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[5_000]);
            assertThatThrownBy(() -> socket.getInputStream().readNBytes(5_000)).isInstanceOf(SocketException.class);
        }
        assertThat(proxy.bytesToClient()).isEqualTo(1_000);
        try (Socket socket = connect()) {
            assertThat(exchange(socket, 5_000)).hasSize(5_000);
        }
    }

    @Test
    void requestIsCutAfterSoManyBytes() throws IOException {
        proxy.cutAfterToServer(1_000);
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[5_000]);
            assertThatThrownBy(() -> socket.getInputStream().readNBytes(5_000)).isInstanceOf(SocketException.class);
        }
        assertThat(proxy.bytesToServer()).isEqualTo(1_000);
    }

    @Test
    void stalledConnectionHearsNothingUntilItPassesAgain() throws IOException {
        proxy.stall();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(7);
            socket.setSoTimeout(STALL_MILLIS);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            proxy.pass();
            socket.setSoTimeout(PATIENCE_MILLIS);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void refusesOnTheSamePortUntilItPassesAgain() throws IOException {
        try (Socket socket = connect()) {
            assertThat(exchange(socket, 1)).hasSize(1);
            proxy.refuse();
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        proxy.pass();
        try (Socket socket = connect()) {
            assertThat(exchange(socket, 1)).hasSize(1);
        }
    }

    @Test
    void nobodyAnswersAfterClose() {
        proxy.close();
        proxy.pass();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    }
}
