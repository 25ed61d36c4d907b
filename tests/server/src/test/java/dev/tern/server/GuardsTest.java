package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import dev.tern.server.settings.ServerSettings;
import dev.tern.testing.ScriptedChatModel;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test sends a request that a single guard refuses, and fails without that guard. */
final class GuardsTest {
    private static final String READER = "reader-key-0123456789abcdef";
    private static final String WRITER = "writer-key-0123456789abcdef";
    private static final String ADMIN = "admin-key-00123456789abcdef";
    private static final String GRAPH = "/api/v1/graphs/bridges";

    @TempDir
    private Path folder;

    private Running start(UnaryOperator<ServerSettings.Builder> settings) {
        return Running.over(new ScriptedBackend(null), folder, settings);
    }

    private Running guarded() {
        return start(usual -> usual.keys(List.of(
                ServerKey.of("reader", Role.READ, Set.of("bridges"), READER),
                ServerKey.of("writer", Role.WRITE, Set.of(), WRITER),
                ServerKey.of("admin", Role.ADMIN, Set.of(), ADMIN))));
    }

    private static HttpRequest.Builder with(String key, HttpRequest.Builder request) {
        return request.header("Authorization", "Bearer " + key);
    }

    static void assertProblem(HttpResponse<String> response, int status, String detail) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = Running.json(response);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asText()).contains(detail);
        assertThat(problem.path("instance").asText()).startsWith("urn:uuid:");
    }

    @Test
    void addressThatOthersCanReachNeedsAKey() {
        assertThatThrownBy(() -> ServerSettings.builder().host("0.0.0.0").build())
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "the server would listen on 0.0.0.0, which others can reach, without an API key: set one, or"
                                + " listen on 127.0.0.1");
        assertThat(ServerSettings.builder().build().host()).isEqualTo("127.0.0.1");
    }

    @Test
    void shortKeysAreRefusedAndNoKeyIsShown() {
        assertThatThrownBy(() -> ServerKey.of("short", Role.READ, Set.of(), "secret"))
                .hasMessageStartingWith("the API key of \"short\" has 6 characters; it must have at least 24")
                .hasMessageNotContaining("secret");
        assertThat(ServerKey.of("reader", Role.READ, Set.of(), READER).toString())
                .doesNotContain(READER);
    }

    @Test
    void requestWithoutARightKeyIsNotAnswered() {
        try (Running server = guarded()) {
            HttpResponse<String> none = server.get("/api/v1/graphs");
            assertProblem(none, 401, "Authorization: Bearer KEY");
            assertThat(none.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
            assertThat(server.send(with(READER + "x", server.request("/api/v1/graphs")))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(server.send(with(READER.substring(1), server.request("/api/v1/graphs")))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(server.send(with(READER, server.request("/api/v1/graphs")))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.send(server.request("/api/v1/graphs").header("X-Api-Key", ADMIN))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.get("/metrics").statusCode()).isEqualTo(401);
            assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
        }
    }

    /** The duration of a comparison cannot be tested here, but its method can. */
    @Test
    void keysAreComparedInConstantTime() throws Exception {
        try (InputStream in = ServerKey.class.getResourceAsStream("ServerKey.class")) {
            assertThat(in).isNotNull();
            String code = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(code).contains("isEqual").doesNotContain("java/util/Arrays");
        }
    }

    @Test
    void noMoreQuestionsAreUnderWayThanTheLimit() throws Exception {
        SlowModel model = new SlowModel(new CountDownLatch(1), new CountDownLatch(1));
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.QUESTIONS, 1)
                .set(ServerLimit.QUEUE_LENGTH, 0)
                .build();
        try (Running server = Running.over(new ScriptedBackend(model), folder, usual -> usual.limits(limits))) {
            server.add("bridges", Running.EMIL);
            Thread first = Thread.ofVirtual().start(() -> server.post(GRAPH + "/ask", Running.BRIDGE));
            model.asked().await();
            HttpResponse<String> second =
                    server.post(GRAPH + "/retrieve", "{\"question\": \"a\", \"mode\": \"naive\"}");
            model.gate().countDown();
            assertProblem(
                    second, 503, "1 questions are running, which is the limit (server.questions), and 0 are queued");
            assertThat(second.headers().firstValue("Retry-After")).isPresent();
            first.join();
        }
    }

    @Test
    void roleMustCoverWhatIsAsked() {
        try (Running server = guarded()) {
            assertProblem(
                    server.send(with(READER, server.posting(GRAPH + "/documents", Running.EMIL))),
                    403,
                    "this needs a key of the role write; yours has read");
            assertThat(server.send(with(WRITER, server.posting(GRAPH + "/documents", Running.EMIL)))
                            .statusCode())
                    .isEqualTo(202);
            assertProblem(server.send(with(WRITER, server.request(GRAPH).DELETE())), 403, "role admin");
            // A file of a graph contains hidden sources, and the authors of edits.
            assertProblem(
                    server.send(with(READER, server.request(GRAPH + "/export"))),
                    403,
                    "this needs a key of the role write; yours has read");
        }
    }

    @Test
    void endpointThatChangesSomethingNeedsAKeyThatMayWrite() {
        Set<String> reading = Set.of(
                "ask", "stream", "retrieve", "compare", "lookup", "completions", "responses", "embeddings", "mcp");
        try (Running server = guarded()) {
            for (HttpEndpoint endpoint : server.server().endpoints()) {
                String path = endpoint.path();
                if (!endpoint.method().equals("GET") && !reading.contains(path.substring(path.lastIndexOf('/') + 1))) {
                    HttpRequest.Builder request = server.request(
                                    path.replace("{graph}", "bridges").replaceAll("\\{[a-z]+}", "a"))
                            .method(endpoint.method(), HttpRequest.BodyPublishers.noBody());
                    HttpResponse<String> refused = server.send(with(READER, request));
                    assertThat(refused.statusCode())
                            .as(endpoint.method() + " " + path)
                            .isEqualTo(403);
                    assertThat(refused.body()).contains("this needs a key of the role ");
                }
            }
        }
    }

    @Test
    void keyOfOneGraphSeesNoOther() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running open = Running.over(backend, folder)) {
            open.add("bridges", Running.EMIL);
            open.add("secrets", Running.EMIL);
        }
        ServerKey reader = ServerKey.of("reader", Role.READ, Set.of("bridges"), READER);
        try (Running server = Running.over(backend, folder, usual -> usual.keys(List.of(reader)))) {
            assertThat(server.send(with(READER, server.request("/api/v1/graphs")))
                            .body())
                    .isEqualTo("{\"graphs\":[\"bridges\"],\"damaged\":[]}");
            assertProblem(
                    server.send(with(READER, server.request("/api/v1/graphs/secrets"))),
                    403,
                    "your key has no access to this graph");
            assertThat(server.send(with(READER, server.posting("/api/v1/graphs/secrets/ask", Running.BRIDGE)))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void keyOfOneGraphAsksNoOtherAsAModel() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running open = Running.over(backend, folder)) {
            open.add("bridges", Running.EMIL);
            open.add("secrets", Running.EMIL);
        }
        ServerKey reader = ServerKey.of("reader", Role.READ, Set.of("bridges"), READER);
        String chat =
                "{\"model\": \"%s\", \"messages\": [{\"role\": \"user\", \"content\": \"Who taught in Halden?\"}]}";
        String input = "{\"model\": \"%s\", \"input\": \"Who taught in Halden?\"}";
        try (Running server = Running.over(backend, folder, usual -> usual.keys(List.of(reader)))) {
            assertThat(server.send(with(READER, server.request("/v1/models"))).body())
                    .contains("\"bridges\"")
                    .doesNotContain("secrets");
            assertThat(server.send(with(READER, server.posting("/v1/chat/completions", chat.formatted("bridges"))))
                            .statusCode())
                    .isEqualTo(200);
            for (HttpRequest.Builder other : List.of(
                    server.request("/v1/models/secrets"),
                    server.posting("/v1/chat/completions", chat.formatted("secrets")),
                    server.posting("/v1/responses", input.formatted("secrets")),
                    server.posting("/v1/embeddings", input.formatted("secrets")))) {
                HttpResponse<String> refused = server.send(with(READER, other));
                assertThat(refused.statusCode()).isEqualTo(404);
                assertThat(Running.json(refused).path("error").path("message").asText())
                        .isEqualTo(
                                "there is no such model, or your key lacks access: a model is GRAPH or GRAPH:MODE, see"
                                        + " /v1/models");
            }
        }
    }

    @Test
    void formsOfStrangersPagesChangeNothing() {
        try (Running server = start(usual -> usual)) {
            for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
                HttpRequest.Builder request = server.request(GRAPH + "/documents")
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofString(Running.EMIL));
                assertProblem(
                        server.send(request),
                        415,
                        "the Content-Type must be application/json; the request has " + type);
            }
            HttpRequest.Builder file = server.request(GRAPH + "/uploads?name=a.txt")
                    .header("Content-Type", "text/plain")
                    .POST(HttpRequest.BodyPublishers.ofString("a"));
            assertProblem(server.send(file), 415, "application/octet-stream");
        }
    }

    @Test
    void everyAnswerTellsBrowsersWhatToRefuse() {
        try (Running server = start(usual -> usual)) {
            for (String path : List.of("/api/v1/graphs", "/health/live", "/nothing")) {
                HttpResponse<String> answer = server.get(path);
                assertThat(answer.headers()
                                .firstValue("Content-Security-Policy")
                                .orElse(""))
                        .contains("default-src 'none'")
                        .contains("frame-ancestors 'none'")
                        .doesNotContain("unsafe");
                assertThat(answer.headers().firstValue("X-Content-Type-Options"))
                        .hasValue("nosniff");
                assertThat(answer.headers().firstValue("X-Frame-Options")).hasValue("DENY");
                assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
                assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy"))
                        .hasValue("same-origin");
            }
        }
    }

    @Test
    void answerOfAProgramIsNotKeptAndNoPage() {
        try (Running server = start(usual -> usual)) {
            for (String path : List.of("/api/v1/graphs", "/v1/models", "/health/live", "/metrics")) {
                HttpResponse<String> answer = server.get(path);
                assertThat(answer.headers().firstValue("Cache-Control"))
                        .as(path)
                        .hasValue("no-store");
                assertThat(answer.headers().firstValue("Content-Security-Policy"))
                        .as(path)
                        .hasValue("default-src 'none'; frame-ancestors 'none'");
            }
        }
    }

    @Test
    void callerWhoAsksTooOftenHasToWait() {
        try (Running server = start(usual -> usual.limits(
                ServerLimits.builder().set(ServerLimit.REQUESTS_PER_MINUTE, 3).build()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/api/v1/graphs").statusCode()).isEqualTo(200);
            }
            HttpResponse<String> fourth = server.get("/api/v1/graphs");
            assertProblem(fourth, 429, "more than 3 requests in a minute (server.requestsPerMinute)");
            assertThat(Integer.parseInt(
                            fourth.headers().firstValue("Retry-After").orElse("0")))
                    .isBetween(1, 61);
        }
    }

    @Test
    void tokensOfADayAreLimited() {
        try (Running server = start(usual -> usual.limits(
                ServerLimits.builder().set(ServerLimit.TOKENS_PER_DAY, 10).build()))) {
            server.add("bridges", Running.EMIL);
            HttpResponse<String> later = server.post(GRAPH + "/ask", Running.BRIDGE);
            assertProblem(later, 429, "the 10 tokens of a day (UTC) are used up (server.tokensPerDay)");
            assertThat(later.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void lookUpsByNameCountToTheTokensOfTheDayAndEndWithThem() {
        try (Running server = Running.over(
                new ScriptedBackend(null).withEmbeddingTokens(1_000),
                folder,
                usual -> usual.limits(ServerLimits.builder()
                        .set(ServerLimit.TOKENS_PER_DAY, 10_000)
                        .build()))) {
            server.add("bridges", Running.EMIL);
            HttpResponse<String> last = server.get(GRAPH + "/entities?name=Lena");
            assertThat(last.statusCode()).isEqualTo(200);
            for (int i = 0; i < 10; i++) {
                last = server.get(GRAPH + "/entities?name=Lena%20" + i);
            }
            assertProblem(last, 429, "the 10000 tokens of a day (UTC) are used up (server.tokensPerDay)");
            assertThat(server.get("/metrics").body())
                    .containsPattern("tern_model_\\w*tokens_total\\{.*lookup.*} [1-9]");
        }
    }

    @Test
    void questionThatHasUsedUpItsTokensAsksNoModelAnyMore() {
        ScriptedChatModel chat = ScriptedChatModel.answering(any -> "Lena built it [1].");
        try (Running server = Running.over(
                new ScriptedBackend(chat),
                folder,
                usual -> usual.limits(ServerLimits.builder()
                        .set(ServerLimit.QUESTION_TOKENS, 1)
                        .build()))) {
            server.add("bridges", Running.EMIL);
            int before = chat.requests().size();
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"Who built it?\", \"mode\": \"graph\"}"),
                    429,
                    "the 1 tokens of one question are used up (server.questionTokens)");
            assertThat(chat.requests()).as("the first is within it").hasSize(before + 1);
        }
    }

    @Test
    void bodyLongerThanItMayBeIsRefused() {
        try (Running server = start(usual -> usual.limits(ServerLimits.builder()
                .set(ServerLimit.BODY_BYTES, 2_000)
                .set(ServerLimit.UPLOAD_BYTES, 3_000)
                .build()))) {
            assertProblem(
                    server.post(GRAPH + "/documents", Running.EMIL + " ".repeat(2_000)),
                    413,
                    "the body is longer than 2000 bytes");
            // Nothing says beforehand how long this one is.
            HttpRequest.Builder streamed = server.request(GRAPH + "/uploads?name=a.txt")
                    .header("Content-Type", "application/octet-stream")
                    .POST(HttpRequest.BodyPublishers.ofInputStream(
                            () -> new java.io.ByteArrayInputStream(new byte[3_001])));
            assertProblem(server.send(streamed), 413, "the body is longer than 3000 bytes");
            assertThat(Running.json(server.get(GRAPH + "/jobs")).path("jobs")).isEmpty();
            assertProblem(
                    server.post(GRAPH + "/lookup", "{\"entities\": [\"" + "a".repeat(1 << 18) + "\"]}"),
                    413,
                    "the body is longer than 262144 bytes");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"" + "a".repeat(1 << 22) + "\"}"),
                    413,
                    "the body is longer than 4194304 bytes");
        }
    }

    @Test
    void questionAndItsParametersStayWithinBounds() {
        try (Running server = start(usual -> usual.limits(ServerLimits.builder()
                .set(ServerLimit.FINAL_TOP_K, 5)
                .set(ServerLimit.RELATIONS, 50)
                .build()))) {
            server.add("bridges", Running.EMIL);
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"" + "a".repeat(8193) + "\"}"),
                    400,
                    "the question has 8193 characters; the limit is 8192");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"a\", \"parameters\": {\"finalTopK\": 6}}"),
                    400,
                    "finalTopK is 6; this server allows at most 5");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"a\", \"top\": 6}"),
                    400,
                    "finalTopK is 6; this server allows at most 5");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"a\", \"parameters\": {\"relationLimit\": 51}}"),
                    400,
                    "relationLimit is 51; this server allows at most 50");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"a\", \"parameters\": {\"degree\": 5}}"),
                    400,
                    "degree is 5; it must be between 0 and 4");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"a\", \"parameters\": {\"degree\": \"1\"}}"),
                    400,
                    "degree must be a whole number from 0 to 4");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"a\", \"parameters\": {\"recognition\": \"MODEL\"}}"),
                    400,
                    "recognition must be offline or model");
            assertProblem(
                    server.post(GRAPH + "/ask", "{\"question\": \"a\", \"parameters\": {\"hybrid\": true}}"),
                    400,
                    "there is no parameter \"hybrid\"; known here are recognition, entityTopK, relationTopK,"
                            + " minEntitySimilarity, minRelationSimilarity, degree, frontierLimit, relationLimit,"
                            + " candidateTokens, finalTopK, consistency");
        }
    }

    @Test
    void addressOfAPageNeverNamesAFileOfTheMachine() {
        try (Running server = start(usual -> usual)) {
            for (String url : List.of(
                    "/etc/passwd",
                    "file:///etc/passwd",
                    "file://localhost/etc/passwd",
                    "-",
                    "jar:file:///a!/b",
                    "https:relative")) {
                for (String path : List.of("/pages", "/pages/estimate")) {
                    assertProblem(
                            server.post(GRAPH + path, "{\"url\": \"" + url + "\"}"),
                            400,
                            "\"url\" must be an http or https address");
                }
            }
        }
    }

    @Test
    void idThatIsAFilterIsRefused() {
        try (Running server = start(usual -> usual)) {
            server.add("bridges", Running.EMIL);
            assertProblem(
                    server.post(GRAPH + "/lookup", "{\"passages\": [\"x\\\" or id != \\\"\"]}"),
                    400,
                    "\"passages[0]\" must have 32 hexadecimal digits");
            assertThat(server.get(GRAPH + "/entities/%22%20or%20%22/neighbourhood")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void whatIsNotKnownInABodyIsRefusedByItsName() {
        try (Running server = start(usual -> usual)) {
            assertProblem(server.post(GRAPH + "/ask", "{\"question\": \"a\", \"filter\": \"x\"}"), 400, "\"filter\"");
            assertProblem(server.post(GRAPH + "/ask", "{\"mode\": \"naive\"}"), 400, "\"question\" is missing");
            assertProblem(server.post(GRAPH + "/ask", "{\"question\": 5}"), 400, "\"question\" has the wrong type");
            assertProblem(server.post(GRAPH + "/ask", "{"), 400, "the body is no");
            assertProblem(
                    server.post(GRAPH + "/documents", "{\"documents\": [{\"id\": \"a\", \"text\": null}]}"),
                    400,
                    "\"documents[0].text\" is missing");
        }
    }

    @Test
    void methodThatDoesNothingSaysWhichDo() {
        try (Running server = start(usual -> usual)) {
            HttpResponse<String> answer = server.delete("/api/v1/graphs");
            assertProblem(answer, 405, "allowed is GET");
            assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
        }
    }

    @Test
    void refusalOfHeadHasNoBodyThatCouldBeTakenForTheNextAnswer() throws Exception {
        try (Running server = start(usual -> usual)) {
            String answers = RawHttp.answer(
                    server.server().port(),
                    String.join(
                            "\r\n",
                            "HEAD /api/v1/graphs HTTP/1.1",
                            "Host: localhost",
                            "",
                            "GET /health/live HTTP/1.1",
                            "Host: localhost",
                            "Connection: close",
                            "",
                            ""));
            assertThat(answers).startsWith("HTTP/1.1 405");
            assertThat(answers.substring(answers.indexOf("\r\n\r\n") + 4)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void hostBeforeThePathIsTheOneOfTheHeader() throws Exception {
        try (Running server = start(usual -> usual)) {
            int port = server.server().port();
            for (String foreign : List.of("http://evil.example", "HTTP://evil.example:80", "//evil.example")) {
                String answer = RawHttp.answer(
                        port,
                        "GET " + foreign + "/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                assertThat(answer)
                        .as(foreign)
                        .startsWith("HTTP/1.1 403")
                        .contains("the request line names another host than the header Host");
            }
            assertThat(RawHttp.status(port, "GET http://LOCALHOST/health/live", "Host: localhost"))
                    .isEqualTo(200);
        }
    }

    @Test
    void requestThatIsNoneIsToldWithoutWhatTheLibraryThinks() throws Exception {
        try (Running server = start(usual -> usual)) {
            String answer = RawHttp.answer(server.server().port(), "GET /a b c HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .contains("application/problem+json")
                    .doesNotContain("io.helidon");
        }
    }

    /** The client keeps its half of the connection open, and reads until the server closes the other. */
    @Test
    void connectionEndsAfterTheAnswerToARequestThatAsksForIt() throws Exception {
        try (Running server = start(usual -> usual)) {
            server.add("bridges", Running.EMIL);
            String ask = asking("/ask");
            Map<String, String> answers = Map.of(
                    "GET /health/live HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n\r\n",
                    "HTTP/1.1 200 ",
                    "GET /nowhere HTTP/1.1\r\nConnection: Keep-Alive, Close\r\nHost: localhost\r\n\r\n",
                    "HTTP/1.1 404 ",
                    ask,
                    "HTTP/1.1 200 ",
                    // Bytes after the last request are no request, and the answer stays complete.
                    ask + ask,
                    "HTTP/1.1 200 ");
            for (Map.Entry<String, String> answer : answers.entrySet()) {
                assertThat(RawHttp.answer(server.server().port(), answer.getKey()))
                        .startsWith(answer.getValue())
                        .containsOnlyOnce("HTTP/1.1 ")
                        .containsIgnoringCase("\r\nConnection: close\r\n")
                        .endsWith("}");
            }
            assertThat(RawHttp.answer(server.server().port(), asking("/ask/stream")))
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("\r\nConnection: close\r\n")
                    .contains("event: answer\n")
                    .endsWith("0\r\n\r\n");
        }
    }

    private static String asking(String how) {
        String question = "{\"question\": \"Who was Emil Marr?\"}";
        return "POST /api/v1/graphs/bridges" + how + " HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + question.length() + "\r\n\r\n" + question;
    }
}
