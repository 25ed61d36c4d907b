package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.ScriptedBackend;
import dev.tern.note.Note;
import dev.tern.note.SyncedSource;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a graph is kept in step with, over the wire. */
final class SourceEndpointsTest {
    private static final String PATH = "/api/v1/graphs/family/sources";
    private static final String READ = "read-key-00123456789abcdef";
    private static final String WRITE = "write-key-0123456789abcdef";

    @TempDir
    private Path folder;

    @Test
    void theTableSaysWhatTheLastRunDid() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            assertThat(server.add("family", Running.EMIL).path("state").asText())
                    .isEqualTo("done");
            assertThat(Running.json(server.get(PATH)).toString()).isEqualTo("{\"sources\":[]}");
            SyncedSource source = new SyncedSource(
                    "notes",
                    "/data/notes",
                    "folder",
                    List.of("*.tmp"),
                    SyncedSource.State.DONE,
                    Instant.parse("2026-01-31T12:00:00Z"),
                    Optional.of(Instant.parse("2026-01-31T12:00:05Z")),
                    new SyncedSource.Counts(9, 1, 2, 3, 4, 5),
                    List.of("notes/a.txt is empty"),
                    "",
                    new Note.Act("ada", Instant.parse("2026-01-01T00:00:00Z"), ""));
            server.keepNotes("family", source::putInto);

            assertThat(Running.json(server.get(PATH)).path("sources").path(0).toString())
                    .isEqualTo(
                            "{\"name\":\"notes\",\"address\":\"/data/notes\",\"kind\":\"folder\",\"exclude\":[\"*.tmp\"],"
                                + "\"added\":\"2026-01-01T00:00:00Z\",\"by\":\"ada\",\"state\":\"done\",\"started\":"
                                + "\"2026-01-31T12:00:00Z\",\"ended\":\"2026-01-31T12:00:05Z\",\"counts\":{\"documents\":9,"
                                + "\"added\":1,\"replaced\":2,\"removed\":3,\"unchanged\":4,\"failed\":5},\"failures\":[\"notes/a.txt"
                                + " is empty\"],\"remark\":\"\"}");
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
