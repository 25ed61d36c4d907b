package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataFilter;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tenants in one graph, and filters, over the wire. All texts of the red tenant contain a word with Amber. */
final class FilterTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String RED = "red-key-000123456789abcdef";
    private static final String BLUE = "blue-key-00123456789abcdef";
    private static final String WHOLE = "whole-key-0123456789abcdef";
    private static final String OF_BLUE = "{\"name\": \"tenant\", \"is\": \"=\", \"value\": \"blue\"}";
    /** A filter that matches everything. */
    private static final String WIDE =
            "{\"or\": [{\"name\": \"tenant\", \"is\": \"exists\"}, {\"not\": {\"or\": []}}, {\"and\": []}]}";

    private static final String DOCUMENTS = """
        {"documents": [
          {"id": "amber-1", "title": "Amber Ledger", "text": "Amber Vane keeps the ledger in Halden.",
           "metadata": {"tenant": "red", "year": 1912, "weight": 2.5, "draft": true,
                        "added": {"instant": "2020-02-20T20:20:20Z"}},
           "triplets": [["Amber Vane", "keeps the ledger in", "Halden"]]},
          {"id": "cobalt-1", "title": "Cobalt Ledger", "text": "Cobalt Reed keeps the ledger in Halden.",
           "metadata": {"tenant": "blue", "year": 1890},
           "triplets": [["Cobalt Reed", "keeps the ledger in", "Halden"]]}]}\
        """;

    @TempDir
    private static Path sharedFolder;

    /** A server for tests that only read. */
    @AutoClose
    private static Running shared;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        shared = Running.over(filled(sharedFolder), sharedFolder);
    }

    private static ScriptedBackend filled(Path folder) {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Running open = Running.over(backend, folder)) {
            assertThat(open.add("bridges", DOCUMENTS).path("state").asText()).isEqualTo("done");
        }
        return backend;
    }

    private static String question(String filter) {
        return "{\"question\": \"Who keeps the ledger in Halden?\", \"filter\": " + filter + "}";
    }

    private static String behind(String path, String filter) {
        return GRAPH + path + (path.contains("?") ? "&" : "?") + "filter="
                + URLEncoder.encode(filter, StandardCharsets.UTF_8);
    }

    private static String calling(String tool, String arguments) {
        return "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" + tool
                + "\", \"arguments\": " + arguments + "}}";
    }

    /** Returns every request that shows a part of a graph, with a filter. */
    private static List<HttpRequest.Builder> everyLook(Running server, String filter) {
        String halden = ContentId.ofEntity("Halden");
        List<HttpRequest.Builder> requests = new ArrayList<>();
        for (String path : List.of("/ask", "/ask/stream", "/retrieve", "/compare")) {
            requests.add(server.posting(GRAPH + path, question(filter)));
        }
        for (String path : List.of(
                "/entities?name=Halden",
                "/entities?name=Amber%20Vane",
                "/entities/" + halden + "/neighbourhood",
                "/entities/connected",
                "/subgraph",
                "/documents",
                "/passages?document=amber-1",
                "/passages?document=cobalt-1",
                "/failed",
                "")) {
            requests.add(server.request(behind(path, filter)));
        }
        requests.add(server.posting(
                GRAPH + "/lookup",
                "{\"entities\": [\"" + halden + "\", \"" + ContentId.ofEntity("Amber Vane") + "\"], \"filter\": "
                        + filter + "}"));
        for (String tool : List.of("ask", "retrieve", "compare")) {
            requests.add(server.posting("/mcp", calling(tool, question(filter))));
        }
        requests.add(server.posting(
                "/mcp", calling("entity_neighbourhood", "{\"entity\": \"Halden\", \"filter\": " + filter + "}")));
        requests.add(server.posting("/mcp", calling("list_documents", "{\"filter\": " + filter + "}")));
        for (String id : List.of("cobalt-1", "amber-1")) {
            requests.add(server.posting(
                    "/mcp", calling("read_document", "{\"documentId\": \"" + id + "\", \"filter\": " + filter + "}")));
        }
        return requests;
    }

    @Test
    void filterHidesWhateverDoesNotPassFromEveryLook() {
        for (HttpRequest.Builder request : everyLook(shared, OF_BLUE)) {
            assertSeesBlueOnly(shared.send(request));
        }
        assertThat(shared.post(GRAPH + "/ask", question(WIDE)).body()).contains("Amber", "Cobalt");
        assertThat(shared.get(GRAPH + "/documents").body()).contains("amber-1", "cobalt-1");
    }

    private static void assertSeesBlueOnly(HttpResponse<String> response) {
        String of = response.request().uri().toString();
        assertThat(response.statusCode()).as(of).isIn(200, 404);
        assertThat(response.statusCode() == 404).as(of).isEqualTo(of.contains("document=amber-1"));
        // The response repeats the request's filter.
        String told = of.contains("/mcp") ? response.body() : response.body().replace("Amber%20Vane", "");
        assertThat(told).as(of).doesNotContainIgnoringCase("amber").doesNotContain("\"documents\":2");
    }

    @Test
    void keyWithAFilterSeesItsPartWhateverIsAsked() {
        ScriptedBackend backend = filled(folder);
        List<ServerKey> keys = List.of(
                ServerKey.of("red", Role.READ, Set.of(), MetadataFilter.equal("tenant", "red"), RED),
                ServerKey.of("blue", Role.READ, Set.of(), MetadataFilter.equal("tenant", "blue"), BLUE),
                ServerKey.of("whole", Role.ADMIN, Set.of(), WHOLE));
        try (Running server = Running.over(backend, folder, usual -> usual.keys(keys))) {
            for (HttpRequest.Builder request : everyLook(server, WIDE)) {
                assertSeesBlueOnly(server.send(request.header("X-Api-Key", BLUE)));
            }
            assertThat(server.send(server.posting(GRAPH + "/ask", question(WIDE))
                                    .header("X-Api-Key", RED))
                            .body())
                    .contains("Amber")
                    .doesNotContain("Cobalt");
            assertThat(Running.json(server.send(server.request("/api/v1/server").header("X-Api-Key", BLUE)))
                            .path("caller")
                            .path("filter")
                            .asText())
                    .isEqualTo("\"tenant\" = \"blue\"");
        }
    }

    @Test
    void filterOfAnAddressThatIsNoneIsToldByItsName() {
        try (Running server = Running.over(filled(folder), folder)) {
            GuardsTest.assertProblem(
                    server.get(GRAPH + "/documents?filter=tenant"), 400, "\"filter\" is not JSON: line 1, column ");
            GuardsTest.assertProblem(
                    server.get(GRAPH + "/documents?filter=null"), 400, "\"filter\" is null; it must be a JSON object");
        }
    }

    @Test
    void keyWithAFilterIsRefusedWhereAGraphIsTakenWhole() {
        List<ServerKey> keys =
                List.of(ServerKey.of("blue", Role.READ, Set.of(), MetadataFilter.equal("tenant", "blue"), BLUE));
        try (Running server = Running.over(filled(folder), folder, usual -> usual.keys(keys))) {
            for (String path :
                    List.of("/api/v1/jobs", GRAPH + "/jobs", GRAPH + "/jobs/00000000-0000-0000-0000-000000000000")) {
                HttpResponse<String> answer = server.send(server.request(path).header("X-Api-Key", BLUE));
                assertThat(answer.statusCode()).as(path).isEqualTo(403);
                assertThat(Running.json(answer).path("detail").asText())
                        .isEqualTo("your key sees a part of its graphs, and this needs a key without a filter");
            }
        }
        assertThatThrownBy(() -> ServerKey.of("blue", Role.WRITE, Set.of(), MetadataFilter.exists("tenant"), BLUE))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "the API key of \"blue\" has a filter, and the role write; a key with a filter can only read");
    }

    @Test
    void metadataKeepTheirTypes() {
        JsonNode metadata = Running.json(shared.get(GRAPH + "/passages?document=amber-1"))
                .path("passages")
                .path(0)
                .path("metadata");
        assertThat(metadata.toString())
                .isEqualTo("{\"added\":{\"instant\":\"2020-02-20T20:20:20Z\"},\"draft\":true,\"tenant\":\"red\","
                        + "\"weight\":2.5,\"year\":1912}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name': 'year', 'is': '=', 'value': 1912} | true",
                "{'name': 'year', 'is': '=', 'value': '1912'} | false",
                "{'name': 'year', 'is': '!=', 'value': 1912} | false",
                "{'name': 'year', 'is': '<', 'value': 1912.5} | true",
                "{'name': 'year', 'is': '<=', 'value': 1911} | false",
                "{'name': 'year', 'is': '>', 'value': 1911} | true",
                "{'name': 'year', 'is': '>=', 'value': 1912} | true",
                "{'name': 'year', 'is': 'in', 'value': [1, 1912]} | true",
                "{'name': 'year', 'is': 'not in', 'value': [1912]} | false",
                "{'name': 'tenant', 'is': 'contains', 'value': 'e'} | true",
                "{'name': 'draft', 'is': '=', 'value': true} | true",
                "{'name': 'draft', 'is': 'exists'} | true",
                "{'name': 'added', 'is': '<', 'value': {'instant': '2020-02-20T20:20:21Z'}} | true",
                "{'name': 'added', 'is': '=', 'value': '2020-02-20T20:20:20Z'} | false",
                "{'and': [{'name': 'year', 'is': '>', 'value': 1}, {'not': {'name': 'draft', 'is': 'exists'}}]} |"
                        + " false",
                "{'or': [{'name': 'year', 'is': '<', 'value': 1}, {'name': 'weight', 'is': '=', 'value': 2.5}]} | true",
                "{'and': []} | true",
                "{'or': []} | false"
            })
    void filterMeansWhatItSays(String filter, boolean isSeen) {
        String body =
                shared.get(behind("/documents", filter.replace('\'', '"'))).body();
        assertThat(body.contains("amber-1")).isEqualTo(isSeen);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "7",
                "\"tenant = 'blue'\"",
                "{\"and\": [], \"or\": []}",
                "{\"and\": [null]}",
                "{\"not\": {}}",
                "{\"and\": [], \"value\": 1}",
                "{\"name\": \"a\"}",
                "{\"name\": \"a\", \"is\": \"like\", \"value\": 1}",
                "{\"name\": \"a\", \"is\": \"=\"}",
                "{\"name\": \"a\", \"is\": \"=\", \"value\": [1]}",
                "{\"name\": \"a\", \"is\": \"=\", \"value\": {\"moment\": 1}}",
                "{\"name\": \"a\", \"is\": \"=\", \"value\": {\"instant\": \"soon\"}}",
                "{\"name\": \"a\", \"is\": \"=\", \"value\": 1e999}",
                "{\"name\": \"a\", \"is\": \"in\", \"value\": 1}",
                "{\"name\": \"a\", \"is\": \"in\", \"value\": [[1]]}",
                "{\"name\": \"a\", \"is\": \"contains\", \"value\": 1}",
                "{\"name\": \"a\", \"is\": \"exists\", \"value\": 1}",
                "{\"name\": \"a\", \"is\": \"exists\", \"sql\": \"1=1\"}"
            })
    void whatIsNoFilterIsRefused(String filter) {
        for (HttpResponse<String> answer :
                List.of(shared.post(GRAPH + "/retrieve", question(filter)), shared.get(behind("/documents", filter)))) {
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(Running.json(answer).path("detail").asText())
                    .isNotBlank()
                    .doesNotContain("jackson", "java.");
        }
    }

    @Test
    void filtersHaveLimits() {
        String deep = "{\"not\": ".repeat(65) + "{\"name\": \"a\", \"is\": \"exists\"}" + "}".repeat(65);
        String wide = "{\"name\": \"a\", \"is\": \"in\", \"value\": [" + "1, ".repeat(5_000) + "1]}";
        assertThat(shared.post(GRAPH + "/retrieve", question(deep)).body())
                .contains("a filter has 65 levels; the limit is 64");
        assertThat(shared.post(GRAPH + "/retrieve", question(wide)).body())
                .contains("a filter has 5001 conditions; the limit is 4096");
    }

    @Test
    void aFilterInAnAddressIsAsLongAsTheAddressMayBe() {
        String start = "{\"name\": \"tenant\", \"is\": \"in\", \"value\": [";
        String some = start + "\"a-tenant-of-many\", ".repeat(1_000);
        String many = start + "\"a-tenant-of-many\", ".repeat(2_000);
        HttpResponse<String> taken = shared.get(behind("/documents", some + "1]}"));
        assertThat(taken.statusCode()).isEqualTo(200);
        HttpResponse<String> longer = shared.sendLong(shared.request(behind("/documents", many + "1]}")));
        assertThat(longer.statusCode()).isEqualTo(414);
        assertThat(Running.json(longer).path("detail").asText())
                .isEqualTo("the address, including the query, is longer than the 32768 bytes that this server accepts");
    }
}
