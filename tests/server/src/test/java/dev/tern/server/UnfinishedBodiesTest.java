package dev.tern.server;

import static dev.tern.server.RawHttp.connect;
import static dev.tern.server.RawHttp.rest;
import static dev.tern.server.RawHttp.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests incomplete bodies, beside many others or unrequested: each gets an error, and releases its slot. */
class UnfinishedBodiesTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String HALF = "{\"documents\": [{\"id\": \"a\", \"text\": \"" + "a".repeat(40_000);
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

    @TempDir
    private Path folder;

    private Running start(UnaryOperator<ServerLimits.Builder> limits) {
        return Running.over(
                new ScriptedBackend(null),
                folder,
                usual -> usual.limits(limits.apply(ServerLimits.builder()).build()));
    }

    private static Socket begin(Running server, String path, String more) throws IOException {
        Socket socket = connect(server.server().port());
        String type = path.contains("uploads") ? "application/octet-stream" : "application/json";
        send(socket, "POST " + GRAPH + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\n" + more);
        return socket;
    }

    @Test
    void bodiesOfAllRequestsTogetherHaveABound() throws Exception {
        try (Running server = start(usual -> usual.set(ServerLimit.TOTAL_BODY_BYTES, 150_000))) {
            String refused = "";
            // The first one takes up its part when the server has read it, which nothing tells.
            for (int i = 1; i < 20 && !refused.startsWith("HTTP/1.1 503"); i++) {
                try (Socket first = begin(server, "/documents", "Content-Length: 50000\r\n\r\n" + HALF)) {
                    Thread.sleep(100L * i);
                    refused = besides(server);
                    if (!refused.isEmpty()) {
                        send(first, "\"}]}" + " ".repeat(50_000 - HALF.length() - 4));
                        assertThat(rest(first, 12)).isEqualTo("HTTP/1.1 202");
                    }
                }
            }
            assertThat(refused)
                    .startsWith("HTTP/1.1 503")
                    .contains("the bodies of all requests take up more than 150000 bytes, which is the limit");
            assertThat(server.post(GRAPH + "/documents", HALF + "\"}]}").statusCode())
                    .isEqualTo(202);
        }
    }

    /** Returns the response to one more request, which waits only for a slot; nothing if it is accepted. */
    private static String besides(Running server) throws IOException {
        try (Socket second = begin(server, "/documents", "Content-Length: 40100\r\n\r\n" + HALF)) {
            second.setSoTimeout(5_000);
            return rest(second, Integer.MAX_VALUE);
        } catch (SocketTimeoutException e) {
            return "";
        }
    }

    @Test
    void whoLeavesInTheMiddleOfABodyIsNoMistakeOfTern() throws IOException {
        try (Running server = start(usual -> usual)) {
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
        try (Running server = start(usual -> usual);
                Socket socket = begin(server, "/lookup", CHUNKED + "6000000\r\n" + "a".repeat(400_000))) {
            assertThat(rest(socket, Integer.MAX_VALUE))
                    .startsWith("HTTP/1.1 413")
                    .contains("the body is longer than 262144 bytes");
        }
    }

    @Test
    void aBodyThatNobodyAskedForIsNotReadToItsEnd() throws IOException {
        try (Running server = start(usual -> usual);
                Socket socket = connect(server.server().port())) {
            send(socket, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED + "6000000\r\naaa");
            assertThat(rest(socket, Integer.MAX_VALUE))
                    .startsWith("HTTP/1.1 200")
                    .contains("Connection: close");
        }
    }
}
