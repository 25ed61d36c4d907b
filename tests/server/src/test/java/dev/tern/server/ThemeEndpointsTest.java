package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataFilter;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the themes of a graph over HTTP. */
final class ThemeEndpointsTest {
    private static final String GRAPH = "/api/v1/graphs/villages";
    private static final String PATH = GRAPH + "/themes";
    private static final String WRITE = "write-key-0123456789abcdef";
    private static final String RED = "red-key-000123456789abcdef";
    private static final String NONE =
            "overview mode needs themes, and this graph has none yet: run tern themes, or over HTTP POST .../themes,"
                    + " or in a program ThemeFinder";
    private static final String QUESTION = "{\"question\": \"who quarrelled?\", \"mode\": \"overview\"}";

    @TempDir
    private Path folder;

    private static String village(String place, String tenant) {
        return Stream.of("Ann Bea", "Ann Cid", "Bea Cid")
                .map(pair -> pair.split(" "))
                .map(pair ->
                        "{\"id\": \"%1$s %3$s %4$s\", \"metadata\": {\"tenant\": \"%2$s\"}, \"text\": \"%3$s of %1$s quarrelled with %4$s of %1$s.\", \"triplets\": [[\"%3$s of %1$s\", \"quarrelled with\", \"%4$s of %1$s\"]]}"
                                .formatted(place, tenant, pair[0], pair[1]))
                .collect(Collectors.joining(","))
                .replace("Cid of", "1.2 Cid of");
    }

    private Running filled() {
        Running server = Running.over(new ScriptedBackend(null), folder);
        String documents = "{\"documents\": [" + village("Ham", "red") + "," + village("Wick", "blue") + "]}";
        assertThat(server.add("villages", documents).path("state").asText()).isEqualTo("done");
        return server;
    }

    private static HttpResponse<String> find(Running server, String query) {
        return server.post(PATH + query, "{}");
    }

    @Test
    void themesAreFoundListedAndAskedAbout() {
        try (Running server = filled()) {
            assertThat(server.get(PATH).body()).isEqualTo("{\"themes\":[]}");
            JsonNode found = Running.json(find(server, ""));
            assertThat(found.path("added").asLong()).isZero();
            assertThat(found.path("themes")).hasSize(2);
            JsonNode first = found.path("themes").path(0);
            assertThat(first.path("entities").asInt()).isEqualTo(3);
            String place = first.path("names").path(0).asText().replaceFirst(".* of ", "");
            assertThat(first.path("names"))
                    .map(JsonNode::asText)
                    .as("a numbered heading is no main name")
                    .containsExactlyInAnyOrder("Ann of " + place, "Bea of " + place);
            assertThat(first.path("entityIds"))
                    .map(JsonNode::asText)
                    .containsExactlyElementsOf(first.path("names")
                            .valueStream()
                            .map(name -> ContentId.ofEntity(name.asText()))
                            .toList());
            assertThat(Running.json(server.get(PATH))).isEqualTo(found);
            assertThat(Running.json(find(server, "?update=true")).path("themes"))
                    .isEqualTo(found.path("themes"));

            JsonNode answer = Running.json(server.post(GRAPH + "/ask", QUESTION));
            assertThat(answer.path("mode").asText()).isEqualTo("overview");
            assertThat(answer.path("themes")).hasSize(2);
            assertThat(answer.path("answer").path("kind").asText()).isEqualTo("extractive");
        }
    }

    @Test
    void anOverviewOfAGraphWithoutThemesIsAConflictAndNothingIsStreamed() {
        try (Running server = filled()) {
            for (String path : List.of("/ask", "/ask/stream", "/retrieve")) {
                HttpResponse<String> early = server.post(GRAPH + path, QUESTION);
                assertThat(early.statusCode()).as(path).isEqualTo(409);
                assertThat(Running.json(early).path("detail").asText()).isEqualTo(NONE);
            }
        }
    }

    /** The status is one after which OpenAI's clients do not retry, unlike a conflict. */
    @Test
    void anOverviewOfAGraphWithoutThemesIsABadRequestToClientsOfOpenAi() {
        try (Running server = filled()) {
            for (boolean streamed : new boolean[] {false, true}) {
                HttpResponse<String> early = server.post(
                        "/v1/chat/completions",
                        "{\"model\": \"villages:overview\", \"stream\": " + streamed
                                + ", \"messages\": [{\"role\": \"user\", \"content\": \"who quarrelled?\"}]}");
                assertThat(early.statusCode()).isEqualTo(400);
                assertThat(Running.json(early).path("error").path("message").asText())
                        .isEqualTo(NONE);
                assertThat(Running.json(early).path("error").path("type").asText())
                        .isEqualTo("invalid_request_error");
            }
        }
    }

    @Test
    void aKeyOfATenantSeesItsOwnThemesWithoutSizesAndLooksForNone() {
        try (Running server = filled()) {
            find(server, "");
        }
        List<ServerKey> keys = List.of(
                ServerKey.of("writer", Role.WRITE, Set.of(), WRITE),
                ServerKey.of("red", Role.READ, Set.of(), MetadataFilter.equal("tenant", "red"), RED));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            HttpResponse<String> seen = server.send(server.request(PATH).header("X-Api-Key", RED));
            assertThat(Running.json(seen).path("themes")).hasSize(1);
            assertThat(seen.body()).contains("Ham").doesNotContain("Wick", "entities\":", "added");
            assertThat(server.send(server.posting(PATH, "{}").header("X-Api-Key", RED))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    /** Sends the request as a form on any page could. */
    @Test
    void aSearchThatIsNotAskedForInJsonIsRefused() {
        try (Running server = filled()) {
            for (String type : List.of("text/plain", "application/x-www-form-urlencoded")) {
                HttpResponse<String> answer = server.send(server.request(PATH)
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofString("")));
                assertThat(answer.statusCode()).as(type).isEqualTo(415);
            }
            assertThat(server.get(PATH).body()).isEqualTo("{\"themes\":[]}");
        }
        assertThatThrownBy(() -> HttpEndpoint.change(
                        "POST", "/x", Role.WRITE, HttpEndpoint.BodyKind.NOTHING, exchange -> exchange.send(200, "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("POST /x must take a body with a type");
    }
}
