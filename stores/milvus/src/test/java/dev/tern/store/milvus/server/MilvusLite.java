package dev.tern.store.milvus.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The recipe of milvus-lite. It binds to the given host, and to one port. */
final class MilvusLite {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private MilvusLite() {}

    static MilvusServer on(ServerFolders folders) {
        Path data = folders.data("lite");
        int port = FreePorts.choose(1).getFirst();
        ServerRecipe recipe = new ServerRecipe(
                "milvus-lite",
                URI.create("http://127.0.0.1:" + port),
                List.of(port),
                List.of(),
                List.of(
                        folders.python().program("milvus-lite").toString(),
                        "server",
                        "--data-dir",
                        data.resolve("db").toString(),
                        "--host",
                        "127.0.0.1",
                        "--port",
                        String.valueOf(port),
                        // With more, it loses concurrent writes: see docs/milvus.md.
                        "--max-workers",
                        "1"),
                Map.of("PYTHONUNBUFFERED", "1"),
                () -> accepts(port),
                PATIENCE);
        return new MilvusServer(recipe, folders.launcher(), data, folders.log(data));
    }

    /** Returns true if the server has opened its port, which it does when it is ready. */
    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
