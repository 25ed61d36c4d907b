package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import dev.tern.server.settings.ServerSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One request or one caller cannot occupy the share of the others. */
final class SharesTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String ASKED = "Which bridge did Emil Marr's daughter build?";
    private static final String ONE = "one-key-000123456789abcdef";
    private static final String TWO = "two-key-000123456789abcdef";
    private static final List<ServerKey> KEYS =
            List.of(ServerKey.of("one", Role.WRITE, Set.of(), ONE), ServerKey.of("two", Role.WRITE, Set.of(), TWO));
    private static final ServerLimits A_MEGABYTE =
            ServerLimits.builder().set(ServerLimit.TOTAL_BODY_BYTES, 1 << 20).build();

    @TempDir
    private Path folder;

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private static String json(Object value) {
        try {
            return JsonMapper.builder().build().writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tool(String name, Map<String, Object> arguments) {
        return json(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "tools/call",
                "params",
                Map.of("name", name, "arguments", arguments)));
    }

    /** Each of these bodies counts for 800,000 bytes while it is read, so that no two of them fit. */
    @Test
    void bodyThatHasBecomeAQuestionTakesUpNoRoomWhileItIsAnswered() throws Exception {
        String said = "x".repeat(100_000);
        List<Map<String, String>> history = List.of(Map.of("question", said, "answer", ""));
        String rest = json(Map.of("question", ASKED, "mode", "local", "history", history));
        String chat = json(Map.of(
                "model",
                "bridges:local",
                "messages",
                List.of(Map.of("role", "user", "content", said), Map.of("role", "user", "content", ASKED))));
        String mcp = tool("ask", Map.of("question", ASKED, "mode", "local", "history", history));
        SlowModel model = new SlowModel(new CountDownLatch(4), new CountDownLatch(1));
        try (Running server = Running.over(new ScriptedBackend(model), folder, usual -> usual.limits(A_MEGABYTE))) {
            server.add("bridges", Running.EMIL);
            List<Future<HttpResponse<String>>> asked = new ArrayList<>();
            for (HttpRequest.Builder request : List.of(
                    server.posting(GRAPH + "/ask", rest),
                    server.posting(GRAPH + "/ask/stream", rest),
                    server.posting("/v1/chat/completions", chat),
                    server.posting("/mcp", mcp))) {
                asked.add(threads.submit(() -> server.send(request)));
                server.awaitQuestions(asked.size());
            }
            model.gate().countDown();
            for (Future<HttpResponse<String>> each : asked) {
                assertThat(each.get().statusCode()).as(each.get().body()).isEqualTo(200);
                assertThat(each.get().body()).contains("Lena Marr built it");
            }
        }
    }

    @Test
    void textThatAJobHasTakenTakesUpNoRoomWhileTheToolWaitsForTheJob() throws Exception {
        ScriptedBackend backend = new ScriptedBackend(null);
        String text = "x".repeat(400_000);
        try (Running server =
                Running.over(backend, folder, usual -> usual.limits(A_MEGABYTE).mcpWrites(true))) {
            server.add("bridges", Running.EMIL);
            backend.hold();
            try {
                Future<HttpResponse<String>> added = threads.submit(() -> server.post(
                        "/mcp", tool("add_text", Map.of("graph", "bridges", "documentId", "a", "text", text))));
                Running.eventually("the job embeds", () -> backend.heldCalls() > 0);
                String ping = json(Map.of("jsonrpc", "2.0", "id", 1, "method", "ping", "params", Map.of("a", text)));
                // The job may embed before the request has let go of its body.
                Running.eventually(
                        "there is room for as much",
                        () -> server.post("/mcp", ping).statusCode() == 200);
                backend.release();
                assertThat(added.get().body()).contains("\"isError\":false");
            } finally {
                backend.release();
            }
        }
    }

    private void fill() {
        try (Running open = Running.over(new ScriptedBackend(null), folder)) {
            open.add("bridges", Running.EMIL);
        }
    }

    @Test
    void keyThatAsksMuchLeavesPlacesToOthers() throws Exception {
        fill();
        CountDownLatch both = new CountDownLatch(2);
        SlowModel model = new SlowModel(both, new CountDownLatch(1));
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.QUESTIONS, 3)
                .set(ServerLimit.QUEUE_TIME, 100)
                .build();
        try (Running server = Running.over(
                new ScriptedBackend(model),
                folder,
                usual -> usual.limits(limits).keys(KEYS))) {
            HttpRequest.Builder ofOne =
                    server.posting(GRAPH + "/ask", Running.BRIDGE).header("X-Api-Key", ONE);
            List<Future<HttpResponse<String>>> asked = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                asked.add(threads.submit(() -> server.send(ofOne)));
            }
            assertThat(both.await(2, TimeUnit.MINUTES)).isTrue();
            HttpResponse<String> refused = server.send(ofOne);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
            assertThat(Running.json(refused).path("detail").asText())
                    .isEqualTo("one caller may have 2 of the 3 questions running (server.questions), and none of"
                            + " \"one\" ended within 0 s");
            HttpResponse<String> other = server.send(
                    server.posting(GRAPH + "/retrieve", "{\"question\": \"Who built it?\", \"mode\": \"naive\"}")
                            .header("X-Api-Key", TWO));
            assertThat(other.statusCode()).as(other.body()).isEqualTo(200);
            model.gate().countDown();
            for (Future<HttpResponse<String>> each : asked) {
                assertThat(each.get().statusCode()).as(each.get().body()).isEqualTo(200);
            }
        }
    }

    /** Each key has two of four slots, and one of two places in the queue. */
    @Test
    void keyThatAsksMuchLeavesTheLineToOthers() throws Exception {
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.QUESTIONS, 4)
                .set(ServerLimit.QUEUE_LENGTH, 2)
                .build();
        BoundedWork places = BoundedWork.questions(
                ServerSettings.builder().limits(limits).keys(KEYS).build());
        Caller one = new Caller("one", Role.READ, Set.of());
        Caller two = new Caller("two", Role.READ, Set.of());
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(4);
        for (Caller caller : List.of(one, one, two, two)) {
            Future<?> unused = threads.submit(() -> places.run(caller, () -> {
                begun.countDown();
                gate.await();
                return "";
            }));
        }
        begun.await();
        Future<String> waiting = waiting(places, one);
        assertThatThrownBy(() -> places.run(one, () -> ""))
                .isInstanceOf(Problem.class)
                .hasMessage("one caller may have 2 of the 4 questions running (server.questions) and 1 of the 2 queue"
                        + " places, and \"one\" uses them all");
        Future<String> other = waiting(places, two);
        assertThatThrownBy(() -> places.run(two, () -> ""))
                .hasMessage("4 questions are running, which is the limit (server.questions), and 2 are queued");
        gate.countDown();
        assertThat(waiting.get()).isEqualTo("done");
        assertThat(other.get()).isEqualTo("done");
    }

    private Future<String> waiting(BoundedWork places, Caller caller) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<String> done = threads.submit(() -> {
            thread.set(Thread.currentThread());
            return places.run(caller, () -> "done");
        });
        Running.eventually(
                "it waits in line",
                () -> thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING);
        return done;
    }

    /** Bodies that are begun and not ended, and their connections. */
    private record Unfinished(Running server, List<Socket> connections) implements AutoCloseable {
        Unfinished(Running server) {
            this(server, new ArrayList<>());
        }

        void begin(String key, int characters) {
            try {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.server().port());
                connections.add(socket);
                OutputStream out = socket.getOutputStream();
                out.write(("POST " + GRAPH
                                + "/retrieve HTTP/1.1\r\n"
                                + "Host: localhost\r\n"
                                + "Content-Type: application/json\r\n"
                                + "X-Api-Key: "
                                + key + "\r\nContent-Length: 250000\r\n\r\n" + " ".repeat(characters))
                        .getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : connections) {
                socket.close();
            }
        }
    }

    @Test
    void keyThatKeepsItsBodiesUnfinishedRefusesNobodyElse() throws Exception {
        String body = json(Map.of("question", ASKED, "mode", "naive", "entities", List.of("x".repeat(60_000))));
        try (Running server = Running.over(
                        new ScriptedBackend(null),
                        folder,
                        usual -> usual.limits(A_MEGABYTE).keys(KEYS));
                Unfinished bodies = new Unfinished(server)) {
            Running.eventually("a second body of the caller is refused", () -> {
                // The one that is read later is refused, and that may be the one begun here.
                bodies.begin(ONE, 60_000);
                Running.pause();
                return server.send(server.posting(GRAPH + "/retrieve", body).header("X-Api-Key", ONE))
                        .body()
                        .contains("the bodies of the requests of \\\"one\\\" take up more than 524288 bytes");
            });
            HttpResponse<String> other =
                    server.send(server.posting(GRAPH + "/retrieve", body).header("X-Api-Key", TWO));
            assertThat(other.statusCode()).as(other.body()).isEqualTo(404);
        }
    }
}
