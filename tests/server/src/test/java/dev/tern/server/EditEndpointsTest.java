package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.graph.ContentId;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Rename;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Curation over the wire. */
final class EditEndpointsTest {
    private static final String GRAPH = "/api/v1/graphs/writers";
    private static final String PATH = GRAPH + "/edits";
    private static final String READ = "read-key-00123456789abcdef";
    private static final String WRITE = "write-key-0123456789abcdef";
    private static final String NO_NAME = "{\"act\": \"wrong\", \"entity\": \"the river\", \"why\": \"no name\"}";

    private static final String DOCUMENTS = """
        {"documents": [
          {"id": "pen", "title": "", "text": "Mark Twain wrote about the river.",
           "triplets": [["Mark Twain", "wrote about", "the river"]]},
          {"id": "lie", "title": "", "text": "Mark Twain sank the Titanic.",
           "triplets": [["Mark Twain", "sank", "the Titanic"]]}]}\
        """;

    private static final int MAX_PASSAGES_AT_ONCE = 1000;

    @TempDir
    private Path folder;

    private Running filled() {
        Running server = Running.over(new ScriptedBackend(null), folder);
        assertThat(server.add("writers", DOCUMENTS).path("state").asText()).isEqualTo("done");
        return server;
    }

    private static String detail(HttpResponse<String> refused, int status) {
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
        return Running.json(refused).path("detail").asText();
    }

    @Test
    void editsAreMadeListedAndTakenBack() {
        try (Running server = filled()) {
            assertThat(server.get(PATH).body()).isEqualTo("{\"edits\":[]}");
            JsonNode made = Running.json(server.post(PATH, NO_NAME));
            assertThat(made.path("isNew").asBoolean()).isTrue();
            assertThat(made.path("edit").path("created").path("why").asText()).isEqualTo("no name");
            assertThat(Running.json(server.post(PATH, NO_NAME)).path("isNew").asBoolean())
                    .isFalse();
            String key = Statement.of("Mark Twain", "sank", "the Titanic").relationKey();
            String passage = ContentId.ofPassage("lie", "Mark Twain sank the Titanic.");
            for (String body : List.of(
                    "{\"act\": \"wrong\", \"relation\": \"" + key + "\"}",
                    "{\"act\": \"wrong\", \"passage\": \"" + passage + "\"}",
                    "{\"act\": \"rename\", \"entity\": \"Mark Twain\", \"name\": \"Clemens\"}",
                    "{\"act\": \"split\", \"entity\": \"Mark Twain\", \"name\": \"a liar\", \"documents\": [\"lie\"]}",
                    "{\"act\": \"merge\", \"names\": [\"Mark Twain\", \"Sam\"]}",
                    missing("Tesla"))) {
                HttpResponse<String> reply = server.post(PATH, body);
                assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            }
            assertThat(server.get(GRAPH + "/documents").body()).contains("edit/");
            assertThat(server.get(GRAPH + "/entities?name=Mark%20Twain").body())
                    .contains("Clemens")
                    .doesNotContain("the river");
            JsonNode listed = Running.json(server.get(PATH)).path("edits");
            assertThat(listed).hasSize(7);
            assertThat(server.get(PATH + "?conflicts=true").body()).isEqualTo("{\"edits\":[]}");
            server.add("writers", DOCUMENTS.replace("wrote about", "looked at"));
            for (JsonNode edit : listed) {
                HttpRequest.Builder undo = server.request(
                                PATH + "/" + edit.path("id").asText() + "?why=enough")
                        .DELETE();
                assertThat(Running.json(server.send(undo))
                                .path("undone")
                                .path("why")
                                .asText())
                        .isEqualTo("enough");
                assertThat(detail(server.send(undo), 409)).contains("was taken back by ");
            }
            assertThat(server.get(PATH).body()).isEqualTo("{\"edits\":[]}");
            assertThat(Running.json(server.get(PATH + "?all=true")).path("edits"))
                    .hasSize(7);
            server.ended(Running.json(server.delete(GRAPH + "/documents?id=lie")));
            assertThat(Running.json(server.get(PATH + "?all=true")).path("edits"))
                    .as("what was said of the removed document alone went with it")
                    .hasSize(4);
            assertThat(server.get(GRAPH + "/export").body()).doesNotContain("Titanic", "a liar");
        }
    }

    @Test
    void anEditOfManyPassagesIsAJob() {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            String documents = IntStream.rangeClosed(0, MAX_PASSAGES_AT_ONCE)
                    .mapToObj(i -> ("{'id': 'd%1$d', 'title': '', 'text': 'Ada wrote %1$d.',"
                                    + " 'triplets': [['Ada', 'wrote', '%1$d']]}")
                            .replace('\'', '"')
                            .formatted(i))
                    .collect(Collectors.joining(", ", "{\"documents\": [", "]}"));
            assertThat(server.add("writers", documents).path("state").asText()).isEqualTo("done");
            JsonNode made = Running.json(
                    server.post(PATH, "{\"act\": \"rename\", \"entity\": \"Ada\", \"name\": \"Ada Lovelace\"}"));
            assertThat(made.path("waiting").asInt()).isEqualTo(MAX_PASSAGES_AT_ONCE + 1);
            JsonNode job =
                    Running.json(server.get(GRAPH + "/jobs")).path("jobs").path(0);
            assertThat(job.path("kind").asText()).isEqualTo("edit");
            JsonNode ended = server.ended(job);
            assertThat(ended.path("state").asText()).as(ended.toString()).isEqualTo("done");
            assertThat(ended.path("report").path("passages").asInt()).isEqualTo(MAX_PASSAGES_AT_ONCE + 1);
            assertThat(server.get(GRAPH + "/entities?name=Ada&limit=1").body()).contains("Ada Lovelace");
        }
    }

    @Test
    void anEditThatAKilledProcessLeftIsCompletedAfterTheNextStart() {
        Note.Act act = new Note.Act("ada", Instant.EPOCH, "");
        Note rename = EditNotes.note(new Rename("Mark Twain", "Samuel Clemens"), act, 0);
        try (Running server = filled()) {
            server.keepNotes("writers", notes -> notes.with(List.of(rename)));
            assertThat(server.get(PATH).body()).contains("\"waiting\":true");
        }
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            Running.eventually(
                    "the edit is completed", () -> !server.get(PATH).body().contains("waiting"));
            JsonNode job =
                    Running.json(server.get(GRAPH + "/jobs")).path("jobs").path(0);
            assertThat(job.path("kind").asText()).isEqualTo("edit");
            assertThat(server.ended(job).path("caller").asText()).isEqualTo("ada");
            assertThat(server.get(GRAPH + "/entities?name=Mark%20Twain&limit=1").body())
                    .contains("Samuel Clemens");
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (Running server = filled()) {
            String id = "0123456789abcdef0123456789abcdef";
            assertThat(detail(server.post(PATH, "{\"act\": \"wrong\", \"entity\": \"Nobody\"}"), 409))
                    .isEqualTo("the graph has no entity \"Nobody\"");
            assertThat(detail(server.post(PATH, "{\"act\": \"wrong\", \"passage\": \"" + id + "\"}"), 409))
                    .isEqualTo("the graph has no passage " + id + ": it was removed, or its document has changed");
            assertThat(detail(server.post(PATH, "{\"act\": \"burn\"}"), 400))
                    .isEqualTo("\"act\" must be one of rename, merge, split, wrong, missing and trust");
            assertThat(detail(server.post(PATH, "{\"act\": \"wrong\"}"), 400))
                    .isEqualTo("\"wrong\" takes one of entity, relation, passage");
            assertThat(detail(server.post(PATH, "{\"act\": \"rename\", \"entity\": \"a\", \"text\": \"b\"}"), 400))
                    .isEqualTo("\"rename\" does not take text");
            assertThat(detail(server.post(PATH, "{\"act\": \"wrong\", \"relation\": \"x\"}"), 400))
                    .isEqualTo("\"relation\" must have 32 hexadecimal digits, in lower case");
            assertThat(detail(server.send(server.request(PATH + "/012345678901").DELETE()), 404))
                    .isEqualTo("the graph has no edit \"012345678901\"");
            for (String names : List.of(
                    "\"Mark Twain\", \"MARK TWAIN\"",
                    "\"A\"",
                    "\"A\", \" \"",
                    "\"A\", \"" + "x".repeat(301) + "\"",
                    "\"A\"" + ", \"B\"".repeat(32))) {
                detail(server.post(PATH, "{\"act\": \"merge\", \"names\": [" + names + "]}"), 400);
            }
            assertThat(detail(server.post(PATH, NO_NAME.replace("no name", "x".repeat(501))), 400))
                    .isEqualTo("\"why\" has 501 characters; the limit is 500");
        }
    }

    private Running filled(ScriptedBackend backend, UnaryOperator<ServerLimits.Builder> limits) {
        Running server = Running.over(
                backend,
                folder,
                usual -> usual.limits(limits.apply(ServerLimits.builder()).build()));
        assertThat(server.add("writers", DOCUMENTS).path("state").asText()).isEqualTo("done");
        return server;
    }

    private static String missing(String object) {
        return "{\"act\": \"missing\", \"subject\": \"Mark Twain\", \"predicate\": \"met\", \"object\": \"" + object
                + "\"}";
    }

    @Test
    void whatAModelEmbedsForAnEditCountsToTheTokensOfTheDay() {
        ScriptedBackend backend = new ScriptedBackend(null).withEmbeddingTokens(1_000);
        try (Running server = filled(backend, usual -> usual.set(ServerLimit.TOKENS_PER_DAY, 10_000))) {
            HttpResponse<String> last = server.post(PATH, missing("Tesla"));
            assertThat(last.statusCode()).as(last.body()).isEqualTo(200);
            for (int i = 0; i < 10; i++) {
                last = server.post(PATH, missing("Tesla " + i));
            }
            assertThat(detail(last, 429))
                    .isEqualTo("the 10000 tokens of a day (UTC) are used up (server.tokensPerDay)");
            assertThat(server.get("/metrics").body())
                    .containsPattern("tern_model_\\w*tokens_total\\{.*\"edit\".*} [1-9]");
        }
    }

    @Test
    void editThatAModelEmbedsNeedsAPlaceAndMayNotTakeForEver() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server =
                filled(backend, usual -> usual.set(ServerLimit.QUESTIONS, 1).set(ServerLimit.QUEUE_LENGTH, 0))) {
            backend.hold();
            try {
                Thread other = Thread.ofVirtual().start(() -> server.post(PATH, missing("Edison")));
                Running.eventually("the other edit has the only place", () -> backend.heldCalls() > 0);
                assertThat(detail(server.post(PATH, missing("Tesla")), 503))
                        .startsWith("1 questions are running, which is the limit (server.questions)");
                assertThat(other.isAlive()).isTrue();
            } finally {
                backend.release();
            }
        }
    }

    @Test
    void editThatTakesTooLongWasNotMade() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running server = filled(backend, usual -> usual.set(ServerLimit.QUESTION_TIME, 300))) {
            backend.hold();
            try {
                assertThat(detail(server.post(PATH, missing("Tesla")), 503))
                        .isEqualTo(
                                "this took longer than 0 s, which is the limit (server.questionSeconds); ask for less"
                                        + " of the graph");
                assertThat(server.get(PATH).body()).isEqualTo("{\"edits\":[]}");
            } finally {
                backend.release();
            }
        }
    }

    @Test
    void onlyWhoMayWriteTheWholeGraphSeesAndChangesThem() {
        filled().close();
        List<ServerKey> keys = List.of(
                ServerKey.of("reader", Role.READ, Set.of(), READ), ServerKey.of("writer", Role.WRITE, Set.of(), WRITE));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            JsonNode made =
                    Running.json(server.send(server.posting(PATH, NO_NAME).header("X-Api-Key", WRITE)));
            assertThat(made.path("edit").path("created").path("by").asText()).isEqualTo("writer");
            for (HttpRequest.Builder refused : List.of(
                    server.posting(PATH, NO_NAME),
                    server.request(PATH),
                    server.request(GRAPH + "/alias-suggestions"),
                    server.request(GRAPH + "/alias-doubts"),
                    server.request(PATH + "/012345678901").DELETE())) {
                assertThat(server.send(refused.header("X-Api-Key", READ)).statusCode())
                        .isEqualTo(403);
            }
        }
    }
}
