package dev.tern.server;

import static dev.tern.server.RawHttp.connect;
import static dev.tern.server.RawHttp.rest;
import static dev.tern.server.RawHttp.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.ScriptedBackend;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests incomplete and unrequested bodies: each gets an error, and releases its slot. */
class UnfinishedBodiesTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String HALF = "{\"documents\": [{\"id\": \"a\", \"text\": \"" + "a".repeat(40_000);
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

    @TempDir
    private Path folder;

    private Running start() {
        return Running.over(new ScriptedBackend(null), folder);
    }

    private static Socket begin(Running server, String path, String more) throws IOException {
        Socket socket = connect(server.server().port());
        String type = path.contains("uploads") ? "application/octet-stream" : "application/json";
        send(socket, "POST " + GRAPH + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\n" + more);
        return socket;
    }

    @Test
    void whoLeavesInTheMiddleOfABodyIsNoMistakeOfTern() throws IOException {
        try (Running server = start()) {
            begin(server, "/documents", "Content-Length: 50000\r\n\r\n" + HALF).close();
            Running.eventually(
                    "the request is counted",
                    () -> server.get("/metrics").body().contains("{graph}/documents\""));
            assertThat(server.get("/metrics").body())
                    .contains("path=\"/api/v1/graphs/{graph}/documents\",status=\"499\"")
                    .doesNotContain("status=\"500\"", "status=\"503\"");
        }
    }

    @Test
    void aChunkCountsBeforeItIsWhole() throws IOException {
        try (Running server = start();
                Socket socket = begin(server, "/lookup", CHUNKED + "6000000\r\n" + "a".repeat(400_000))) {
            assertThat(rest(socket, Integer.MAX_VALUE))
                    .startsWith("HTTP/1.1 413")
                    .contains("the body is longer than 262144 bytes");
        }
    }

    @Test
    void aBodyThatNobodyAskedForIsNotReadToItsEnd() throws IOException {
        try (Running server = start();
                Socket socket = connect(server.server().port())) {
            send(socket, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED + "6000000\r\naaa");
            assertThat(rest(socket, Integer.MAX_VALUE))
                    .startsWith("HTTP/1.1 200")
                    .contains("Connection: close");
        }
    }
}
