package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.app.limits.ServerLimit;
import dev.tern.cli.ScriptedBackend;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every endpoint and every tool that {@code docs/server.md} lists is driven to one of its bounds, over the wiring and
 * the configuration of {@code tern serve}, and reports it as that page says. A new endpoint or tool requires an entry
 * here.
 */
class BoundsTest {
    private static final String ALL = "/api/v1/graphs";
    private static final String GRAPH = ALL + "/bridges";
    private static final String NAIVE = "{\"question\": \"Who built it?\", \"mode\": \"naive\"}";
    private static final String LONG = NAIVE.replace("Who", "Who " + "built ".repeat(400));
    private static final String ID = "0".repeat(32);

    @TempDir
    private Path folder;

    private final Map<String, Drive> drives = new LinkedHashMap<>();

    /**
     * A request that exceeds a bound.
     *
     * @param setting the bound
     * @param status the status of the refusal
     * @param words the message of the refusal
     * @param request sends a request that exceeds the bound
     */
    private record Drive(String setting, int status, String words, Supplier<HttpResponse<String>> request) {
        private void assertTold(String what, String bounds) {
            assertThat(bounds).as("the bounds of " + what).contains(setting);
            HttpResponse<String> answer = request.get();
            long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
            // The requests that occupy the slots are still arriving.
            while (!answer.body().contains(words) && System.nanoTime() < end) {
                Running.pause();
                answer = request.get();
            }
            assertThat(answer.body()).as(what).contains(words);
            assertThat(answer.statusCode()).as(what).isEqualTo(status);
        }
    }

    @Test
    void everyEndpointAndEveryToolTellsItsBound() throws Exception {
        ScriptedBackend backend = new ScriptedBackend(null)
                .with("TERN_SERVER_QUESTIONS", "1")
                .with("TERN_SERVER_HEAVY_REQUESTS", "1")
                .with("TERN_SERVER_UPLOAD_MEGABYTES", "1")
                // A request keeps its slot, however long a busy machine takes for the rest.
                .with("TERN_SERVER_QUESTION_SECONDS", "3600")
                .with("TERN_SERVER_SYNC_MINUTES", "525600")
                .with("TERN_SERVER_SYNC_ROOTS", "/data, https://example.org/")
                .with("TERN_MCP_WRITES", "all");
        try (Running server = Running.configured(
                backend,
                folder,
                limits -> limits.set(ServerLimit.QUEUE_LENGTH, 0)
                        .set(ServerLimit.BODY_BYTES, 1 << 20)
                        .set(ServerLimit.WAITING_JOBS, 2))) {
            String job = server.add("bridges", Running.EMIL).path("id").asText();
            server.keepNotes("bridges", SourceEndpointsTest.source("/data/notes")::putInto);
            backend.hold();
            backend.holdScans();
            backend.holdCounts();
            backend.holdOpening("slow");
            try {
                List<Thread> waiting = Stream.of(
                                taking(() -> server.post(GRAPH + "/retrieve", NAIVE)),
                                taking(() -> server.post(GRAPH + "/retrieve", LONG)),
                                taking(() -> server.get(GRAPH + "/export")),
                                taking(() -> server.get(GRAPH)),
                                taking(() -> server.get(GRAPH + "/profile")),
                                taking(() -> server.post(ALL + "/slow/estimate", Running.EMIL)))
                        .toList();
                Running.eventually(
                        "the export, the count, the profile and the estimate have their places",
                        () -> backend.heldScans() + backend.heldCounts() + backend.heldOpenings() == 4);
                server.awaitQuestions(2);
                server.post(ALL + "/first/documents", Running.EMIL);
                server.post(ALL + "/second/documents", Running.EMIL);
                driveAll(server, job);
                assertAllTold(drives);
                assertThat(waiting).as("who takes up the places").allMatch(Thread::isAlive);
            } finally {
                backend.release();
            }
        }
        Set<String> rest = new TreeSet<>(LimitsPageTest.listed("endpoints").keySet());
        rest.addAll(LimitsPageTest.listed("tools").keySet());
        rest.removeAll(drives.keySet());
        assertHasty(rest);
    }

    private static Thread taking(Runnable request) {
        return Thread.ofVirtual().start(request);
    }

    private void drive(String what, String setting, int status, String words, Supplier<HttpResponse<String>> request) {
        drives.put(what, new Drive(setting, status, words, request));
    }

    private static String under(String work, String setting) {
        return "1 " + work + " are running, which is the limit (" + setting + "), and 0 are queued";
    }

    private void driveAll(Running server, String job) throws IOException {
        String large = " ".repeat((1 << 20) + 1);
        for (List<String> row : GuardsTakenOutTest.table("bounds.tsv")) {
            String what = row.get(0);
            String setting = row.get(1);
            boolean isWork = setting.equals("server.questions") || setting.equals("server.heavyRequests");
            String address = row.get(4).replace("JOB", job);
            String body = row.get(5).replace("LARGE", large).replace("DOCUMENT", Running.EMIL);
            drive(
                    what,
                    setting,
                    Integer.parseInt(row.get(2)),
                    isWork ? under(row.get(3), setting) : row.get(3),
                    () -> asked(server, what, address, body));
        }
        drive(
                "POST " + ALL + "/{graph}/bundles/{bundle}",
                "jobs that wait",
                503,
                "2 jobs wait, which is the limit",
                () -> {
                    file(server, GRAPH + "/bundles/monday/files", "a");
                    return server.post(GRAPH + "/bundles/monday", "{}");
                });
    }

    private static HttpResponse<String> asked(Running server, String what, String address, String body) {
        return switch (what.replaceFirst(" .*", "")) {
            case "GET" -> server.get(address);
            case "DELETE" -> server.delete(address);
            case "POST" ->
                body.startsWith("file:")
                        ? file(server, address, body.substring("file:".length()))
                        : server.post(address, body);
            default -> tool(server, what, body);
        };
    }

    private static HttpResponse<String> file(Running server, String path, String content) {
        return server.send(server.request(path + "?name=a.txt")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString(content)));
    }

    private static HttpResponse<String> tool(Running server, String name, String arguments) {
        return server.post(
                "/mcp",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" + name
                        + "\", \"arguments\": " + arguments + "}}");
    }

    private static void assertAllTold(Map<String, Drive> drives) throws IOException {
        Map<String, String> endpoints = LimitsPageTest.listed("endpoints");
        Map<String, String> tools = LimitsPageTest.listed("tools");
        for (Map.Entry<String, Drive> each : drives.entrySet()) {
            String what = each.getKey();
            String bounds = endpoints.getOrDefault(what, tools.getOrDefault(what, ""));
            // "as `ask`": the bounds of the endpoint of that name too.
            String others = endpoints.keySet().stream()
                    .filter(other -> bounds.contains("as `" + name(other) + "`")
                            || bounds.contains("as the request `" + name(other) + "`")
                            || bounds.contains("as `" + other.split(" ", -1)[0] + " " + name(other) + "`"))
                    .map(endpoints::get)
                    .collect(Collectors.joining());
            String asked = others.contains("as `ask`") ? endpoints.get("POST " + ALL + "/{graph}/ask") : "";
            each.getValue().assertTold(what, bounds + others + asked);
        }
    }

    private static String name(String endpoint) {
        return endpoint.substring(endpoint.lastIndexOf('/') + 1);
    }

    /** Endpoints without a bound of their own: they are cheap, and limited for callers without a key. */
    private void assertHasty(Set<String> rest) throws IOException {
        ScriptedBackend backend = new ScriptedBackend(null).with("TERN_SERVER_REQUESTS_PER_MINUTE", "1");
        try (Running server = Running.configured(backend, folder.resolve("hasty"))) {
            server.get(ALL);
            List<String> driven = new ArrayList<>();
            for (String what : rest) {
                String[] request = what.contains(" ") ? what.split(" ", -1) : new String[] {"POST", "/mcp"};
                String path = request[1].replace("{graph}", "bridges").replaceAll("\\{\\w+}", ID);
                boolean open = path.startsWith("/health/") || path.endsWith(".yaml") || path.equals("/docs");
                // Without a body behind the long head: the server closes after that head, and a client that still
                // writes loses the answer.
                HttpResponse<String> answer = open
                        ? server.sendLong(server.request(path + "?" + "a".repeat(32_768)))
                        : server.send(server.posting(path, "{}").method(request[0], BodyPublishers.ofString("{}")));
                assertThat(answer.statusCode()).as(what).isEqualTo(open ? 414 : 429);
                assertThat(answer.body())
                        .as(what)
                        .contains(open ? "32768" : "more than 1 requests in a minute (server.requestsPerMinute)");
                driven.add(what);
            }
            assertThat(driven)
                    .as("what is bounded by the requests of a minute alone, or open to all")
                    .containsExactlyInAnyOrder(
                            "GET " + ALL,
                            "DELETE " + ALL + "/{graph}",
                            "GET " + ALL + "/{graph}/edits",
                            "POST " + ALL + "/{graph}/edits",
                            "DELETE " + ALL + "/{graph}/edits/{edit}",
                            "GET " + ALL + "/{graph}/sources",
                            "DELETE " + ALL + "/{graph}/bundles/{bundle}",
                            "GET /v1/models",
                            "GET /v1/models/{model}",
                            "GET /api/v1/jobs",
                            "GET " + ALL + "/{graph}/jobs",
                            "GET " + ALL + "/{graph}/jobs/{job}",
                            "DELETE " + ALL + "/{graph}/jobs/{job}",
                            "GET /health/live",
                            "GET /health/ready",
                            "GET /metrics",
                            "GET /api/v1/server",
                            "GET /api/v1/openapi.yaml",
                            "GET /docs",
                            "list_graphs",
                            "list_edits",
                            "edit_graph",
                            "undo_edit");
        }
    }
}
