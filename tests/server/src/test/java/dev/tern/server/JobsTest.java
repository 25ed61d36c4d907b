package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobsTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";

    @TempDir
    private Path folder;

    @Test
    void jobThatWasUnderWayGoesOnInTheNextServer() {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.hold();
        JsonNode first;
        JsonNode second;
        try (Running server = Running.over(backend, folder)) {
            first = Running.json(server.post(GRAPH + "/documents", Running.EMIL));
            second = Running.json(server.send(upload(server, "notes.txt", "Port Sereno lies on the Oro.")));
        }
        backend.release();
        try (Running server = Running.over(backend, folder)) {
            assertThat(server.ended(first).path("state").asText()).isEqualTo("done");
            assertThat(server.ended(second).path("state").asText()).isEqualTo("done");
            assertThat(Running.json(server.get(GRAPH)).path("documents").asInt())
                    .isEqualTo(3);
        }
    }

    private static HttpRequest.Builder upload(Running server, String name, String text) {
        return server.request(GRAPH + "/uploads?name=" + name)
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofString(text));
    }

    private static HttpRequest.Builder form(Running server, String parts) {
        return server.request(GRAPH + "/uploads")
                .header("Content-Type", "multipart/form-data; boundary=x")
                .POST(HttpRequest.BodyPublishers.ofString(parts));
    }

    private static String part(String disposition, String text) {
        return "--x\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + text + "\r\n";
    }

    @Test
    void filesOfAFormBecomeOneJob() {
        String notes = part("name=\"file\"; filename=\"Verträge/a.txt\"", "Emil Marr taught\r\n--in Halden.");
        String more = part("name=\"file\"; filename=\"b.txt\"", "Lena Marr built the Vale bridge.");
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            String whole = part("name=\"note\"", "no file") + notes + more + "--x--\r\n";
            HttpResponse<String> taken = server.send(form(server, whole));
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
            assertThat(server.ended(Running.json(taken)).path("state").asText()).isEqualTo("done");
            assertThat(Running.json(server.get(GRAPH + "/documents")).path("documents"))
                    .map(one -> one.path("id").asText())
                    .containsExactly("Verträge/a.txt", "b.txt");
            assertThat(server.get(GRAPH + "/passages?document=Vertr%C3%A4ge/a.txt")
                            .body())
                    .contains("taught", "--in Halden.");

            GuardsTest.assertProblem(
                    server.send(form(server, part("name=\"note\"", "no file") + "--x--\r\n")),
                    400,
                    "the form has no file; send one as in: curl -F file=@notes.pdf");
            HttpResponse<String> cut = server.send(form(server, notes));
            assertThat(cut.statusCode()).isEqualTo(400);
            assertThat(cut.body()).contains("the form cannot be read: ");
            for (String header : List.of("Origin: " + server.address(), "Sec-Fetch-Site: none")) {
                GuardsTest.assertProblem(
                        server.send(form(server, whole).header(header.split(": ", 2)[0], header.split(": ", 2)[1])),
                        415,
                        "the Content-Type must be application/octet-stream, or outside of browsers"
                                + " multipart/form-data");
            }
            GuardsTest.assertProblem(
                    server.send(
                            form(server, whole).uri(URI.create(server.address() + GRAPH + "/bundles/a/files?name=a"))),
                    415,
                    "the Content-Type must be application/octet-stream");
            assertThat(Running.json(server.get(GRAPH + "/jobs")).path("jobs")).hasSize(1);
        }
    }

    @Test
    void formIsNoLongerThanAFileMayBe() {
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.UPLOAD_BYTES, 1 << 20).build();
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.limits(limits))) {
            String half = "a".repeat(600_000);
            HttpRequest.Builder form = form(
                    server,
                    part("name=\"f\"; filename=\"a\"", half) + part("name=\"f\"; filename=\"b\"", half) + "--x--\r\n");
            GuardsTest.assertProblem(server.send(form), 413, "the body is longer than 1048576 bytes");
        }
    }

    @Test
    void storeThatComesBackIsTriedAgain() {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.failStore(TernException.store("the store is away at 10.0.0.7"));
        try (Running server = Running.over(backend, folder)) {
            JsonNode job = Running.json(server.post(GRAPH + "/documents", Running.EMIL));
            JsonNode waiting = server.awaited(job, now -> now.has("problem"));
            assertThat(waiting.path("state").asText()).isEqualTo("waiting");
            assertThat(waiting.path("problem").asText()).isEqualTo("the store is away at 10.0.0.7; it is retried");
            backend.mendStore();
            assertThat(server.ended(job).path("state").asText()).isEqualTo("done");
            // No try has left its own behind.
            assertThat(backend.openStores()).isEqualTo(1);
        }
        assertThat(backend.openStores()).isZero();
    }

    @Test
    void jobIsEndedByWhoeverAskedForIt() {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.hold();
        try (Running server = Running.over(backend, folder)) {
            JsonNode running = Running.json(server.post(GRAPH + "/documents", Running.EMIL));
            JsonNode waiting = Running.json(server.post(GRAPH + "/documents", Running.EMIL));
            for (JsonNode job : List.of(waiting, running)) {
                JsonNode ended = Running.json(
                        server.delete(GRAPH + "/jobs/" + job.path("id").asText()));
                assertThat(ended.path("state").asText()).isEqualTo("cancelled");
            }
            assertThat(server.get("/metrics").body())
                    .contains("tern_jobs_total{kind=\"documents\",state=\"cancelled\"} 2.0");
            backend.release();
            assertThat(server.get(GRAPH).statusCode()).isEqualTo(404);
            assertThat(server.get(GRAPH + "/jobs/none").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void graphIsNotDroppedUnderItsJobs() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = Running.over(backend, folder)) {
            server.add("bridges", Running.EMIL);
            backend.hold();
            // Passages that the graph has would not be embedded again, and the job would not wait.
            String song = "{\"documents\": [{\"id\": \"song\", \"text\": \"Lena sings.\"}]}";
            JsonNode job = Running.json(server.post(GRAPH + "/documents", song));
            assertThat(server.delete(GRAPH).statusCode()).isEqualTo(409);
            backend.release();
            server.ended(job);
            assertThat(server.delete(GRAPH).statusCode()).isEqualTo(204);
        }
    }

    @Test
    void noMoreJobsWaitThanTheLimit() {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.hold();
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.WAITING_JOBS, 2).build();
        try (Running server = Running.over(backend, folder, usual -> usual.limits(limits))) {
            server.post(GRAPH + "/documents", Running.EMIL);
            server.post(GRAPH + "/documents", Running.EMIL);
            HttpResponse<String> third = server.post(GRAPH + "/documents", Running.EMIL);
            assertThat(third.statusCode()).isEqualTo(503);
            assertThat(third.body()).contains("2 jobs wait, which is the limit");
            backend.release();
        }
    }

    @Test
    void namesOfFilesNeverBecomePathsAndWhatWasSentGoesWithItsJob() throws IOException {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            for (String name : List.of("..%2F..%2Fevil.txt", "%2Fetc%2Fpasswd", "C%3A%5Cevil", "a%0Ab")) {
                HttpResponse<String> taken = server.send(upload(server, name, "Port Sereno lies on the Oro."));
                if (taken.statusCode() == 202) {
                    // One that waits for something has a problem, and would be tried for as long as it lasts.
                    JsonNode job = server.awaited(
                            Running.json(taken),
                            now -> now.path("state").asText().equals("done")
                                    || !now.path("problem").asText("").isEmpty());
                    assertThat(job.path("state").asText()).isEqualTo("done");
                    assertThat(job.path("report").path("documents").asInt())
                            .as(name)
                            .isEqualTo(1);
                } else {
                    assertThat(taken.statusCode()).isEqualTo(400);
                }
            }
        }
        Path spool = folder.resolve("server");
        try (Stream<Path> files = Files.walk(spool)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> spool.relativize(file).toString()))
                    .hasSize(4)
                    .allMatch(file -> file.equals("server.lock") || file.matches("jobs/[0-9a-f-]{36}/job.json"));
        }
    }

    @Test
    void answersThatAreUnderWayEndBeforeTheServerDoes() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        ScriptedBackend backend = new ScriptedBackend(new SlowModel(asked, gate));
        Running server = Running.over(backend, folder);
        server.add("bridges", Running.EMIL);
        HttpResponse<?>[] answer = new HttpResponse<?>[1];
        Thread asking = Thread.ofVirtual()
                .start(() -> answer[0] =
                        server.post(GRAPH + "/ask", "{\"question\": \"Who built the bridge?\", \"mode\": \"naive\"}"));
        asked.await();
        Thread ending = Thread.ofVirtual().start(server.server()::close);
        ending.join(Duration.ofMillis(300));
        assertThat(ending.isAlive()).isTrue();
        gate.countDown();
        asking.join(Duration.ofMinutes(2));
        ending.join(Duration.ofMinutes(2));
        assertThat(answer[0].statusCode()).isEqualTo(200);
        server.close();
    }

    @Test
    void jobThatFailedIsBegunAgainByWhoeverAskedForIt() {
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.failStore(TernException.user("the document is no document"));
        try (Running server = Running.over(backend, folder)) {
            JsonNode failed = server.ended(Running.json(server.post(GRAPH + "/documents", Running.EMIL)));
            assertThat(failed.path("state").asText()).isEqualTo("failed");
            assertThat(failed.path("retriable").asBoolean()).isTrue();
            String retry = GRAPH + "/jobs/" + failed.path("id").asText() + "/retry";

            assertThat(server.send(server.request(retry).POST(HttpRequest.BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(415);
            backend.mendStore();
            HttpResponse<String> begun = server.post(retry, "{}");
            assertThat(begun.statusCode()).isEqualTo(202);
            assertThat(server.ended(Running.json(begun)).path("state").asText()).isEqualTo("done");

            HttpResponse<String> again = server.post(retry, "{}");
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(Running.json(again).path("detail").asText()).isEqualTo("only a failed job can be retried");
            assertThat(Running.json(server.get(GRAPH)).path("documents").asInt())
                    .isEqualTo(2);
        }
    }

    @Test
    void jobsOfAllGraphsAreThoseOfTheKeyAndOnlyTheOperatorReadsTheReasonOfTheLog() {
        List<ServerKey> all = List.of(
                ServerKey.of("operator", Role.ADMIN, Set.of(), "operator".repeat(5)),
                ServerKey.of("reader", Role.READ, Set.of(), "reader".repeat(5)),
                ServerKey.of("other", Role.ADMIN, Set.of("other"), "other".repeat(5)));
        ScriptedBackend backend = new ScriptedBackend(null);
        backend.failStore(TernException.store("the store is away at 10.0.0.7"));
        try (Running server = Running.over(backend, folder, usual -> usual.keys(all))) {
            assertThat(server.send(server.posting(GRAPH + "/documents", Running.EMIL)
                                    .header("X-Api-Key", "operator".repeat(5)))
                            .statusCode())
                    .isEqualTo(202);
            Function<String, String> jobs =
                    key -> server.send(server.request("/api/v1/jobs").header("X-Api-Key", key.repeat(5)))
                            .body();
            Running.eventually("the job waits", () -> jobs.apply("operator").contains("it is retried"));

            assertThat(jobs.apply("operator")).contains("the store is away at 10.0.0.7; it is retried");
            assertThat(jobs.apply("reader"))
                    .contains("the store failed; see the log under this id; it is retried")
                    .doesNotContain("10.0.0.7");
            assertThat(jobs.apply("other")).isEqualTo("{\"jobs\":[]}");
        }
    }

    @Test
    void jobOfWhichAModelRefusesEveryPassageSaysSo() {
        ChatModel refusing = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                throw TernException.refusal("sk-123 is against the rules (400)", new IllegalStateException());
            }
        };
        ScriptedBackend backend = new ScriptedBackend(refusing).with("TERN_EXTRACTOR", "model");
        try (Running server = Running.over(backend, folder)) {
            JsonNode job = Running.json(server.send(upload(server, "notes.txt", "Port Sereno lies on the Oro.")));
            assertThat(server.awaited(job, now -> now.has("problem"))
                            .path("problem")
                            .asText())
                    .isEqualTo("the model gave no answer about the last 1 passages; they are stored and wait:"
                            + " sk-123 is against the rules (400); it is retried");
        }
    }

    @Test
    void corpusThatIsTakenAsTextSaysSo() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            JsonNode job = server.ended(Running.json(server.send(upload(
                    server, "news.jsonl", "{\"_id\": \"notes.txt\", \"text\": \"Port Sereno lies on the Oro.\"}\n"))));
            assertThat(job.path("state").asText()).isEqualTo("done");
            assertThat(job.path("remarks").toString())
                    .isEqualTo("[{\"source\":\"news.jsonl\",\"remark\":\"is read as text, without the ids, metadata and"
                            + " statements of its lines: to keep them, name the file itself, or send its lines to"
                            + " a server as documents\"}]");
        }
    }

    @Test
    void whatGivesNoDocumentIsNamedAsTheCallerDoesWithoutPlacesOfTheServer() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            Map<String, JsonNode> jobs = new LinkedHashMap<>();
            Map.of(
                            "a.pdf",
                            "%PDF-1.7 and no more",
                            "a.docx",
                            "PK\u0003\u0004 and no more",
                            "a.zip",
                            "PK\u0003\u0004 and no more",
                            "a.json",
                            "{\"a\": ",
                            "a.xml",
                            "<a><b></a>",
                            "a.jsonl",
                            "{\"_id\": \"a\", \"text\": \"b\"}\n{\"_id\": \"b\", \"text\": 1}\nno json",
                            "a.bin",
                            "\u0000\u0001\u0002\u0003\u0004\u0005",
                            "a.txt",
                            " ",
                            "a.html",
                            "<p></p>")
                    .forEach((name, content) ->
                            jobs.put(name, Running.json(server.send(upload(server, name, content)))));
            jobs.forEach((name, sent) -> {
                JsonNode job = server.ended(sent);
                assertThat(job.path("skipped")).as(job.toString()).isNotEmpty();
                assertThat(job.path("skipped"))
                        .allSatisfy(
                                one -> assertThat(one.path("source").asText()).startsWith(name));
                assertThat(job.toString())
                        .doesNotContain(folder.toString())
                        .doesNotContain("payload", "/tmp", "tern-", "Exception", "dev.tern", "org.apache");
            });
        }
    }

    @Test
    void fileThatIsOnlyEstimatedCountsWithWhatWasSentForJobsAndIsNotKept() throws IOException {
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.SPOOL_BYTES, 2_048).build();
        Path jobs = folder.resolve("server/jobs");
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.limits(limits))) {
            HttpResponse<String> fits = server.send(estimate(server, "Port Sereno lies on the Oro."));
            assertThat(fits.statusCode()).isEqualTo(200);
            assertThat(Running.json(fits).path("documents").asInt()).isOne();
            assertThat(jobs).isEmptyDirectory();

            HttpResponse<String> full = server.send(estimate(server, "Port Sereno lies on the Oro. ".repeat(100)));
            assertThat(full.statusCode()).isEqualTo(503);
            assertThat(Running.json(full).path("detail").asText())
                    .isEqualTo("the waiting uploads fill the limit (server.spoolMegabytes)");
            assertThat(jobs).isEmptyDirectory();
        }
    }

    @Test
    void folderOfRunningServerIsRefusedToASecondAndFreeAfterItsEnd() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running first = Running.over(backend, folder)) {
            assertThatThrownBy(() -> Running.over(
                            backend, folder.resolve("other"), usual -> usual.folder(folder.resolve("server"))))
                    .isInstanceOf(TernException.class)
                    .hasMessage("another server on this machine uses " + folder.resolve("server")
                            + " for its jobs: stop it, or choose another folder (cache.directory)");
            assertThat(first.get("/health/ready").statusCode()).isEqualTo(200);
        }
        try (Running next = Running.over(backend, folder)) {
            assertThat(next.get("/health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void serverThatDoesNotStartGivesItsFolderBack() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running first = Running.over(backend, folder)) {
            int port = first.server().port();
            Path place = folder.resolve("second");
            assertThatThrownBy(() -> Running.over(backend, place, usual -> usual.port(port)))
                    .isInstanceOf(TernException.class)
                    .hasMessageStartingWith("the server cannot listen on 127.0.0.1:" + port + ": ");
            try (Running second = Running.over(backend, place)) {
                assertThat(second.get("/health/ready").statusCode()).isEqualTo(200);
            }
        }
    }

    private static HttpRequest.Builder estimate(Running server, String text) {
        return server.request(GRAPH + "/uploads/estimate?name=notes.txt")
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofString(text));
    }
}
