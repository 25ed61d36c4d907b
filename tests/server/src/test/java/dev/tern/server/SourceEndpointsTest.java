package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.limits.SyncRoots;
import dev.tern.cli.ScriptedBackend;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.note.Note;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the synchronised sources of a graph over HTTP. */
final class SourceEndpointsTest {
    private static final String PATH = "/api/v1/graphs/family/sources";
    private static final String ORIGINAL = "/api/v1/graphs/family/original?document=";
    private static final String READ = "read-key-00123456789abcdef";
    private static final String WRITE = "write-key-0123456789abcdef";

    @TempDir
    private Path folder;

    @Test
    void theTableSaysWhatTheLastRunDid() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            assertThat(server.add("family", Running.EMIL).path("state").asText())
                    .isEqualTo("done");
            assertThat(Running.json(server.get(PATH)).toString()).isEqualTo("{\"runs\":false,\"sources\":[]}");
            server.keepNotes("family", source("/data/notes")::putInto);

            assertThat(Running.json(server.get(PATH)).path("sources").path(0).toString())
                    .isEqualTo(
                            "{\"name\":\"notes\",\"address\":\"/data/notes\",\"kind\":\"folder\",\"exclude\":[\"*.tmp\"],"
                                + "\"added\":\"2026-01-01T00:00:00Z\",\"by\":\"ada\",\"state\":\"done\",\"started\":"
                                + "\"2026-01-31T11:00:00Z\",\"ended\":\"2026-01-31T11:00:05Z\",\"counts\":{\"documents\":9,"
                                + "\"added\":1,\"replaced\":2,\"removed\":3,\"unchanged\":4,\"failed\":5},\"failures\":[\"notes/a.txt"
                                + " is empty\"],\"remark\":\"\"}");
        }
    }

    static SyncedSource source(String address) {
        return new SyncedSource(
                "notes",
                address,
                "folder",
                List.of("*.tmp"),
                SyncedSource.SyncedState.DONE,
                Instant.parse("2026-01-31T11:00:00Z"),
                Optional.of(Instant.parse("2026-01-31T11:00:05Z")),
                new SyncedSource.Counts(9, 1, 2, 3, 4, 5),
                List.of("notes/a.txt is empty"),
                "",
                new Note.Act("ada", Instant.parse("2026-01-01T00:00:00Z"), ""));
    }

    /** Starts a server of a graph whose source was run an hour ago; its clock stands still. */
    private Running running(ScriptedBackend backend, Duration every) {
        return running(backend, folder.resolve("notes"), every);
    }

    /** Starts such a server, which may read the folder "notes" and no other. */
    private Running running(ScriptedBackend backend, Path address, Duration every) {
        try (Running before = Running.over(new ScriptedBackend(null), folder)) {
            before.add("family", Running.EMIL);
            before.keepNotes("family", source(address.toString())::putInto);
        }
        SyncRoots roots = SyncRoots.of(folder.resolve("notes").toString());
        return Running.over(backend, folder, usual -> usual.syncEvery(every).syncRoots(roots));
    }

    private static JsonNode sync(Running server) {
        return server.ended(Running.json(server.post(PATH + "/sync", "{\"source\":\"notes\"}")));
    }

    private static String counts(Running server) {
        return Running.json(server.get(PATH))
                .path("sources")
                .path(0)
                .path("counts")
                .toString();
    }

    @Test
    void theServerBringsAGraphIntoStepWithASourceThatIsDue() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve("notes")).resolve("a.txt"), "Piet Moll bakes bread.");
        Files.writeString(folder.resolve("notes/b.tmp"), "Left out.");
        try (Running server = running(new ScriptedBackend(null), Duration.ofMillis(20))) {
            Running.eventually("the run has ended", () -> counts(server).contains("\"documents\":1,"));

            assertThat(counts(server)).contains("\"added\":1,", "\"failed\":0");
            assertThat(Running.json(server.get("/api/v1/graphs/family/jobs")).path("jobs"))
                    .anySatisfy(job -> {
                        assertThat(job.path("kind").asText()).isEqualTo("sync");
                        assertThat(job.path("subject").asText()).isEqualTo("notes");
                        assertThat(job.path("caller").asText()).isEqualTo("tern serve");
                    });
        }
    }

    @Test
    void aRunIsAskedForAndASourceThatIsAwayLosesNothing() throws IOException {
        Path notes = Files.createDirectory(folder.resolve("notes"));
        Files.writeString(notes.resolve("a.txt"), "Piet Moll bakes bread.");
        try (Running server = running(new ScriptedBackend(null), Duration.ofDays(1))) {
            assertThat(sync(server).path("state").asText()).isEqualTo("done");
            assertThat(counts(server)).contains("\"added\":1,");
            Files.writeString(notes.resolve("b.txt"), "Rik Moll sells it.");
            Files.move(notes, folder.resolve("away"));

            JsonNode failed = sync(server);
            assertThat(failed.path("state").asText()).isEqualTo("failed");
            assertThat(failed.path("problem").asText())
                    .as("those who may only read see it")
                    .isEqualTo("the source \"notes\" cannot be read: see the table of sources");
            JsonNode table = Running.json(server.get(PATH)).path("sources").path(0);
            assertThat(table.path("state").asText()).isEqualTo("stopped");
            assertThat(table.path("remark").asText()).contains("there is no folder");
            assertThat(server.get("/api/v1/graphs/family/documents?search=notes")
                            .body())
                    .contains("notes/a.txt");

            Files.move(folder.resolve("away"), notes);
            JsonNode again = sync(server);
            assertThat(again.path("id")).as("the job that failed").isEqualTo(failed.path("id"));
            assertThat(again.path("state").asText()).isEqualTo("done");
            assertThat(counts(server)).contains("\"added\":1,", "\"unchanged\":1,");
        }
    }

    @Test
    void theOriginalOfADocumentIsSentWhileItIsWhatWasAdded() throws IOException {
        Path notes = Files.createDirectory(folder.resolve("notes"));
        Files.writeString(notes.resolve("a b.html"), "<p>Piet Moll bakes bread.</p>");
        Files.writeString(notes.resolve("secret.tmp"), "Nobody added this.");
        Files.writeString(folder.resolve("outside.txt"), "Nor this.");
        try (Running server = running(new ScriptedBackend(null), Duration.ofDays(1))) {
            assertThat(sync(server).path("state").asText()).isEqualTo("done");
            var sent = server.get(ORIGINAL + "notes/a%20b.html");
            assertThat(sent.body()).isEqualTo("<p>Piet Moll bakes bread.</p>");
            assertThat(sent.headers().firstValue("Content-Type"))
                    .as("no browser may run it")
                    .hasValue("text/plain; charset=utf-8");
            assertThat(server.post("/api/v1/graphs/family/ask", "{\"question\":\"Who bakes bread?\"}")
                            .body())
                    .contains("\"original\":true");

            for (String item : List.of("notes/secret.tmp", "notes/../outside.txt", "/etc/passwd")) {
                server.add(
                        "family",
                        "{\"documents\":[{\"id\":\"forged\",\"text\":\"Rik Moll lies.\",\"metadata\":{\"sync_source\":"
                                + "\"notes\",\"sync_version\":\"0\\t18\\t0\",\"sync_item\":\"" + item + "\"}}]}");
                assertThat(server.get(ORIGINAL + "forged").statusCode())
                        .as(item)
                        .isEqualTo(404);
            }
            assertThat(server.get(ORIGINAL + "none").statusCode()).isEqualTo(404);
            Files.writeString(notes.resolve("a b.html"), "Something else.");
            assertThat(server.get(ORIGINAL + "notes/a%20b.html").body())
                    .contains("the original has changed since it was added, or is no longer there");
        }
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            assertThat(server.get(ORIGINAL + "notes/a%20b.html").statusCode())
                    .as("neither server.syncRoots nor a user of this machine names the folder")
                    .isEqualTo(409);
        }
    }

    @Test
    void aSourceThatRunsIsNotRunTwice() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve("notes")).resolve("a.txt"), "Piet Moll bakes bread.");
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = running(backend, Duration.ofDays(1))) {
            backend.hold();
            JsonNode first = Running.json(server.post(PATH + "/sync", "{\"source\":\"notes\"}"));
            JsonNode second = Running.json(server.post(PATH + "/sync", "{\"source\":\"notes\"}"));
            assertThat(second.path("id")).isEqualTo(first.path("id"));
            backend.release();
            assertThat(server.ended(first).path("state").asText()).isEqualTo("done");
        }
    }

    /** Uses the maximum size of an ignore file, each of whose patterns is compared with hundreds of long paths. */
    @Test
    void aRunThatIsCancelledAmidAListingThatAStrangerMadeLongGivesItsPlaceBack() throws IOException {
        Path notes = Files.createDirectory(folder.resolve("notes"));
        Files.writeString(notes.resolve(".ternignore"), ("**/" + "*a".repeat(495) + "Z\n").repeat(1_000));
        Path deep = Files.createDirectories(notes.resolve("a".repeat(120) + "/" + "a".repeat(120)));
        for (int i = 0; i < 3_000; i++) {
            Files.createFile(deep.resolve("a".repeat(120) + i));
        }
        try (Running server = running(new ScriptedBackend(null), Duration.ofDays(1))) {
            JsonNode job = Running.json(server.post(PATH + "/sync", "{\"source\":\"notes\"}"));
            server.awaited(job, now -> now.path("state").asText().equals("running"));
            String path = "/api/v1/graphs/family/jobs/" + job.path("id").asText();
            assertThat(Running.json(server.delete(path)).path("state").asText()).isEqualTo("cancelled");

            assertThat(server.add("family", Running.EMIL).path("state").asText())
                    .as("the next job of the graph")
                    .isEqualTo("done");
            JsonNode table = Running.json(server.get(PATH)).path("sources").path(0);
            assertThat(table.path("remark").asText()).isEqualTo("loading was interrupted");
        }
    }

    @Test
    void aRunIsRefusedWhereTheServerMakesNoneOrTheSourceIsNotKnown() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            server.add("family", Running.EMIL);
            server.keepNotes("family", source("/data/notes")::putInto);
            var refused = server.post(PATH + "/sync", "{\"source\":\"notes\"}");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("this server synchronises no sources (server.syncMinutes is 0)");
            var unknown = server.post(PATH + "/sync", "{\"source\":\"/etc\"}");
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(Running.json(unknown).path("detail").asText()).isEqualTo("the graph has no source \"/etc\"");
        }
    }

    @Test
    void aFolderThatTheOperatorDidNotNameIsNotReadWhateverTheGraphSays() throws IOException {
        Path notes = Files.createDirectory(folder.resolve("notes"));
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("a.txt"), "Piet Moll bakes bread.");
        Files.createSymbolicLink(notes.resolve("link"), other);
        for (Path address : List.of(other, notes.resolve("link"))) {
            try (Running server = running(new ScriptedBackend(null), address, Duration.ofMillis(20))) {
                var refused = server.post(PATH + "/sync", "{\"source\":\"notes\"}");
                assertThat(refused.statusCode()).isEqualTo(409);
                assertThat(Running.json(refused).path("detail").asText())
                        .isEqualTo("the source \"notes\" is at " + address
                                + ", which is not in a folder or site that this server may read (server.syncRoots):"
                                + " its operator may write, under server: in tern.yaml, syncRoots: \"" + address
                                + "\" (several with commas between)");
                assertThat(counts(server)).as("what the last run came to stays").contains("\"documents\":9,");
                assertThat(server.get("/api/v1/graphs/family/jobs").body()).doesNotContain("\"sync\"");
            }
        }
    }

    @Test
    void aJobOfBeforeReadsNothingThatIsNotNamedAnyMore() throws IOException {
        JsonNode failed;
        try (Running server = running(new ScriptedBackend(null), Duration.ofDays(1))) {
            failed = sync(server);
            assertThat(failed.path("retriable").asBoolean()).isTrue();
        }
        Files.writeString(Files.createDirectory(folder.resolve("notes")).resolve("a.txt"), "Piet Moll bakes bread.");
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            String retry = "/api/v1/graphs/family/jobs/" + failed.path("id").asText() + "/retry";
            JsonNode again = server.ended(Running.json(server.post(retry, "{}")));
            assertThat(again.path("state").asText()).isEqualTo("failed");
            assertThat(again.path("problem").asText())
                    .isEqualTo("the source \"notes\" is not in a folder or site that this server may read"
                            + " (server.syncRoots)");
        }
    }

    @Test
    void whoMayOnlyReadDoesNotSeeThePathsOfTheMachineThatFillsTheGraph() {
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), READ), ServerKey.of("writer", Role.WRITE, Set.of(), WRITE));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            assertThat(server.send(server.request(PATH).header("X-Api-Key", READ))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(server.send(server.request(PATH).header("X-Api-Key", WRITE))
                            .statusCode())
                    .as("there is no such graph yet")
                    .isEqualTo(404);
        }
    }
}
