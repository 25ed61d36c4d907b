package dev.tern.server;

import static dev.tern.server.RawHttp.connect;
import static dev.tern.server.RawHttp.rest;
import static dev.tern.server.RawHttp.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.graph.MetadataFilter;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import dev.tern.server.settings.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No request of any caller takes more than its share of time, memory, rows, tokens and slots. */
class BoundedRequestsTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String NAIVE = "{\"question\": \"Who built it?\", \"mode\": \"naive\"}";

    @TempDir
    private Path folder;

    private final ScriptedBackend backend = new ScriptedBackend(null);

    private Running start(UnaryOperator<ServerLimits.Builder> limits) {
        Running server = Running.over(
                backend,
                folder,
                usual -> usual.limits(limits.apply(ServerLimits.builder()).build()));
        server.add("bridges", Running.EMIL);
        return server;
    }

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private static void assertProblem(HttpResponse<String> response, int status, String detail) {
        assertThat(response.body()).contains(detail);
        assertThat(response.statusCode()).isEqualTo(status);
    }

    private static int underWay(Running server) {
        String figures = server.get("/metrics").body();
        String line = figures.lines()
                .filter(each -> each.startsWith("tern_questions_under_way "))
                .findFirst()
                .orElseThrow();
        return (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1));
    }

    @Test
    void conditionsThatAskNothingCount() {
        try (Running server = start(usual -> usual)) {
            String nothing = String.join(",", Collections.nCopies(10_000, "{\"and\":[]}"));
            assertProblem(
                    server.post(GRAPH + "/retrieve", "{\"question\":\"x\",\"filter\":{\"or\":[" + nothing + "]}}"),
                    400,
                    "a filter has 10000 conditions; the limit is 4096");
        }
    }

    @Test
    void whoWaitsTooLongInLineIsToldSo() {
        try (Running server = start(usual -> usual.set(ServerLimit.QUESTIONS, 1).set(ServerLimit.QUEUE_TIME, 100))) {
            backend.hold();
            try {
                Thread first = Thread.ofVirtual().start(() -> server.post(GRAPH + "/retrieve", NAIVE));
                Running.eventually("a question is under way", () -> underWay(server) == 1);
                assertProblem(
                        server.get(GRAPH + "/entities?name=Lena"),
                        503,
                        "1 questions are running, which is the limit (server.questions), and none ended within 0 s");
                assertThat(first.isAlive()).isTrue();
            } finally {
                backend.release();
            }
        }
    }

    @Test
    void whateverReadsMuchOfAGraphWaitsForAPlaceAndOrdinaryQuestionsDoNot() throws Exception {
        String large = "{\"question\": \"" + "Who built it? ".repeat(200) + "\", \"mode\": \"naive\"}";
        try (Running server =
                start(usual -> usual.set(ServerLimit.HEAVY_REQUESTS, 1).set(ServerLimit.QUEUE_TIME, 100))) {
            assertThat(server.post(GRAPH + "/retrieve", large).statusCode()).isEqualTo(200);
            backend.holdScans();
            try {
                Future<HttpResponse<String>> list = threads.submit(() -> server.get(GRAPH + "/documents"));
                Future<HttpResponse<String>> export = threads.submit(() -> server.get(GRAPH + "/export"));
                Running.eventually("both have their places", () -> backend.heldScans() == 2);
                assertThat(server.get(GRAPH).statusCode())
                        .as("the page's first call")
                        .isEqualTo(200);
                for (String path : List.of("/documents", "/failed", "/passages?document=emil")) {
                    assertProblem(server.get(GRAPH + path), 503, "1 scans of graphs are running, which is the limit");
                }
                assertProblem(
                        server.post(GRAPH + "/retrieve", large),
                        503,
                        "1 scans of graphs are running, which is the limit");
                assertThat(server.post(GRAPH + "/retrieve", NAIVE).statusCode()).isEqualTo(200);
                assertProblem(
                        server.get(GRAPH + "/export"),
                        503,
                        "1 exports are running, which is the limit (server.heavyRequests)");
                backend.release();
                assertThat(list.get().statusCode()).isEqualTo(200);
                assertThat(export.get().statusCode()).isEqualTo(200);
            } finally {
                backend.release();
            }
        }
    }

    /** The body comes after the head, so that a watch of the connection that begins too early sees it. */
    @Test
    void estimatesWaitForAPlace() throws IOException {
        String body = "{\"documents\": [{\"id\": \"a\", \"text\": \"Lena built it.\"}]}";
        try (Running server =
                start(usual -> usual.set(ServerLimit.HEAVY_REQUESTS, 1).set(ServerLimit.QUEUE_TIME, 100))) {
            for (String path : List.of("json /estimate", "octet-stream /uploads/estimate?name=a.txt")) {
                int held = backend.heldOpenings();
                backend.holdOpening("slow");
                try (Socket first = connect(server.server().port())) {
                    String[] parts = path.split(" ", 2);
                    send(
                            first,
                            "POST /api/v1/graphs/slow" + parts[1] + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                                    + "application/" + parts[0] + "\r\nContent-Length: " + body.length() + "\r\n\r\n");
                    Running.pause();
                    send(first, body);
                    Running.eventually("the estimate is under way", () -> backend.heldOpenings() > held);
                    assertProblem(
                            server.post(GRAPH + "/estimate", body),
                            503,
                            "1 estimates are running, which is the limit (server.heavyRequests)");
                }
                Running.eventually(
                        "the estimate ends when its client leaves",
                        () -> server.post(GRAPH + "/estimate", body).statusCode() == 200);
            }
        } finally {
            backend.release();
        }
    }

    /** Whichever of two bodies comes last is refused, so the large one is sent again where the small one was ahead of it. */
    @Test
    void bodiesOfAllRequestsHaveOneBound() {
        String half = " ".repeat(200_000);
        try (Running server = start(usual -> usual.set(ServerLimit.TOTAL_BODY_BYTES, 1 << 20))) {
            Running.eventually("the first takes up all there is", () -> {
                try (Socket first = connect(server.server().port())) {
                    send(
                            first,
                            "POST " + GRAPH
                                    + "/retrieve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 250000\r\n\r\n" + half);
                    Running.pause();
                    return server.post(GRAPH + "/retrieve", NAIVE)
                            .body()
                            .contains("the bodies of all requests take up more than 1048576 bytes, which is the limit");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    @Test
    void questionsAndLookUpsHaveATimeLimit() {
        try (Running server = start(usual -> usual.set(ServerLimit.QUESTION_TIME, 300))) {
            backend.hold();
            try {
                AtomicReference<HttpResponse<String>> late = new AtomicReference<>();
                // On a busy machine the time may be over before the model is asked, or the question be cut off.
                Running.eventually("the model is asked and the question late", () -> {
                    int held = backend.heldCalls();
                    late.set(server.post(GRAPH + "/retrieve", NAIVE));
                    return backend.heldCalls() > held && late.get().statusCode() != 503;
                });
                assertProblem(late.get(), 502, "no answer within 300 ms");
                assertProblem(
                        server.get(GRAPH + "/entities?name=Lena"),
                        503,
                        "which is the limit (server.questionSeconds); ask for less of the graph");
                Running.eventually("nothing is under way", () -> underWay(server) == 0);
            } finally {
                backend.release();
            }
        }
    }

    @Test
    void whoLeavesTakesTheQuestionAlong() throws IOException {
        try (Running server = start(usual -> usual)) {
            assertQuestionEndsWithItsClient(server, List.of());
        }
    }

    @Test
    @Tag("slow")
    void connectionThatIsSilentForHalfAMinuteIsClosedUnlessItWaitsForItsAnswer() throws IOException {
        try (Running server = start(usual -> usual.set(ServerLimit.QUESTION_TIME, 600_000))) {
            assertQuestionEndsWithItsClient(
                    server,
                    List.of(
                            "",
                            "GET / HT",
                            "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n",
                            "POST " + GRAPH + "/estimate HTTP/1.1\r\nHost: localhost\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"));
        }
    }

    /** Waits until the server has closed all silent connections, each with so much sent. */
    private void assertQuestionEndsWithItsClient(Running server, List<String> silent) throws IOException {
        backend.hold();
        int port = server.server().port();
        try (Socket asking = connect(port)) {
            send(
                    asking,
                    "POST " + GRAPH + "/retrieve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: " + NAIVE.length() + "\r\n\r\n" + NAIVE);
            Running.eventually("the question is under way", () -> underWay(server) == 1);
            List<Socket> open = new ArrayList<>();
            for (String sent : silent) {
                open.add(connect(port));
                send(open.getLast(), sent);
            }
            for (Socket socket : open) {
                assertThat(rest(socket, Integer.MAX_VALUE)).doesNotContain("HTTP/1.1 5");
            }
            assertThat(underWay(server)).isOne();
            cut(asking);
            Running.eventually("the question has ended, while its model still waits", () -> underWay(server) == 0);
        } finally {
            backend.release();
        }
    }

    private static void cut(Socket socket) throws IOException {
        socket.close();
    }

    @Test
    void connectionAboveTheLimitWaitsUntilOthersEnd() throws Exception {
        List<Socket> open = new ArrayList<>();
        try (Running server = start(usual -> usual.set(ServerLimit.CONNECTIONS, 16))) {
            for (int i = 0; i < 17; i++) {
                open.add(connect(server.server().port()));
                send(open.getLast(), "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
            }
            Socket last = open.removeLast();
            last.setSoTimeout(300);
            InputStream said = last.getInputStream();
            assertThatThrownBy(said::read).isInstanceOf(SocketTimeoutException.class);
            for (Socket other : open) {
                other.close();
            }
            last.setSoTimeout(60_000);
            assertThat(rest(last, "HTTP/1.1 200".length())).isEqualTo("HTTP/1.1 200");
            last.close();
        }
    }

    @Test
    void aFileOfTwoGigabytesIsRefusedBeforeItIsSent() throws IOException {
        try (Running server = start(usual -> usual);
                Socket socket = connect(server.server().port())) {
            send(
                    socket,
                    "POST " + GRAPH + "/uploads?name=a.txt HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: application/octet-stream\r\nContent-Length: 2147483648\r\n\r\n");
            assertThat(rest(socket, Integer.MAX_VALUE)).startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void manySmallValuesAndDeepOnesAreRefused() {
        try (Running server = start(usual -> usual)) {
            String lists = "[" + String.join(",", Collections.nCopies(60_000, "[]")) + "]";
            assertProblem(
                    server.post(GRAPH + "/retrieve", "{\"question\":\"x\",\"entities\":" + lists + "}"),
                    400,
                    "has the wrong type");
            String deep = "{\"not\":".repeat(300) + "{}" + "}".repeat(300);
            assertProblem(
                    server.post(GRAPH + "/retrieve", "{\"question\":\"x\",\"filter\":" + deep + "}"),
                    400,
                    "the body is nested deeper than 200 levels, or has more than 100000 values and names");
            assertThat(server.post(
                                    "/mcp",
                                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + lists
                                            + "}}")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void keysThatOnlyReadSendShortMessagesAndKeysOfAPartSeeNoFigures() {
        String reader = "r".repeat(30);
        String tenant = "t".repeat(30);
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), reader),
                ServerKey.of("bridges", Role.READ, Set.of("bridges"), "b".repeat(30)),
                ServerKey.of("red", Role.READ, Set.of(), MetadataFilter.equal("tenant", "red"), tenant));
        try (Running server =
                Running.over(backend, folder, usual -> usual.keys(keys).mcpWrites(true))) {
            assertProblem(
                    server.send(server.posting("/mcp", " ".repeat(300_000)).header("X-Api-Key", reader)),
                    413,
                    "the body is longer than 262144 bytes");
            assertThat(server.send(server.request("/metrics").header("X-Api-Key", reader))
                            .statusCode())
                    .isEqualTo(200);
            assertProblem(
                    server.send(server.request("/metrics").header("X-Api-Key", tenant)),
                    403,
                    "your key sees a part of its graphs");
            assertProblem(
                    server.send(server.request("/metrics").header("X-Api-Key", "b".repeat(30))),
                    403,
                    "your key is for some graphs, and this needs a key for all graphs (*)");
        }
    }

    @Test
    void workHasATimeLimitAndKeepsItsPlaceUntilItHasEnded() throws Exception {
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.HEAVY_REQUESTS, 1)
                .set(ServerLimit.QUESTION_TIME, 100)
                .build();
        BoundedWork scans =
                BoundedWork.scans(ServerSettings.builder().limits(limits).build());
        Caller anyone = new Caller("anyone", Role.READ, Set.of());
        CountDownLatch never = new CountDownLatch(1);
        assertThatThrownBy(() -> scans.run(anyone, () -> {
                    try {
                        never.await();
                        return "";
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("interrupted", e);
                    }
                }))
                .isInstanceOf(Problem.class)
                .hasMessage(
                        "this took longer than 0 s, which is the limit (server.questionSeconds); ask for less of the"
                                + " graph");
        assertThat(Thread.interrupted()).as("a mark that is left").isFalse();
        assertThat(scans.run(anyone, () -> "done")).isEqualTo("done");
    }
}
