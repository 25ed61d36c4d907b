package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /v1/responses} and {@code /v1/embeddings}; {@code OpenAiClientsTest} has the client's view. */
final class ResponsesTest {
    private static final String RESPONSES = "/v1/responses";
    private static final String EMBEDDINGS = "/v1/embeddings";
    private static final String ASKED = "\"model\": \"bridges\", \"input\": ";
    private static final String QUESTION = "\"Which bridge did Emil Marr's daughter build?\"";

    @TempDir
    private Path folder;

    @AutoClose
    private Running server;

    @BeforeEach
    void start() {
        server = Running.over(new ScriptedBackend(null), folder);
        server.add("bridges", Running.EMIL);
    }

    private JsonNode answered(String path, String request) {
        HttpResponse<String> response = server.post(path, "{" + request + "}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Running.json(response);
    }

    private void assertRefused(String path, String request, String words) {
        HttpResponse<String> response = server.post(path, "{" + request + "}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(Running.json(response).path("error").path("message").asText())
                .contains(words);
    }

    @Test
    void answerIsAMessageWithItsSources() {
        JsonNode response = answered(RESPONSES, ASKED + QUESTION);
        assertThat(response.path("status").asText()).isEqualTo("completed");
        JsonNode text = response.path("output").path(0).path("content").path(0);
        assertThat(text.path("text").asText()).contains("Vale bridge");
        assertThat(text.path("annotations").path(0).path("title").asText()).isEqualTo("Lena Marr");
        assertThat(response.path("usage").path("total_tokens").isInt()).isTrue();
        assertThat(response.path("tern").path("mode").asText()).isEqualTo("local");

        JsonNode cut = answered(RESPONSES, ASKED + QUESTION + ", \"max_output_tokens\": 3");
        assertThat(cut.path("status").asText()).isEqualTo("incomplete");
        assertThat(cut.path("incomplete_details").path("reason").asText()).isEqualTo("max_output_tokens");
    }

    @Test
    void conversationIsUnderstoodAndOtherItemsArePassedOver() {
        JsonNode response = answered(RESPONSES, ASKED + """
            [{"role": "user", "content": "Who is the daughter of Emil Marr?"},
             {"type": "reasoning", "summary": []},
             {"role": "assistant", "content": [{"type": "output_text", "text": "Lena Marr is."}]},
             {"role": "user", "content": [{"type": "input_text", "text": "what did she build?"}]}]\
            """);
        assertThat(response.path("tern").path("question").asText())
                .isEqualTo("what did she build? (Emil Marr, Lena Marr)");
    }

    @Test
    void streamHasTheEventsOfTheApiInOrder() {
        HttpResponse<String> response = server.post(RESPONSES, "{" + ASKED + QUESTION + ", \"stream\": true}");
        List<JsonNode> events = response.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> Running.json(line.substring("data: ".length())))
                .toList();
        assertThat(events.stream().map(event -> event.path("type").asText()).filter(type -> !type.endsWith(".delta")))
                .containsExactly(
                        "response.created",
                        "response.in_progress",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "response.completed");
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).path("sequence_number").asInt()).isEqualTo(i);
        }
        StringBuilder words = new StringBuilder();
        events.forEach(event -> words.append(event.path("delta").asText("")));
        assertThat(words.toString())
                .isEqualTo(
                        events.getLast().at("/response/output/0/content/0/text").asText());
    }

    @Test
    void whatIsNotSupportedIsRefused() {
        assertRefused(RESPONSES, ASKED + QUESTION + ", \"previous_response_id\": \"resp_1\"", "no response is stored");
        for (String input : List.of("7", "{\"x\": {\"role\": \"user\", \"content\": \"hi\"}}")) {
            assertRefused(RESPONSES, ASKED + input, "\"input\" must be a text, or a list of messages");
        }
        assertRefused(
                RESPONSES,
                ASKED + QUESTION + ", \"text\": {\"format\": {\"type\": \"json_object\"}}",
                "\"response_format\" must be of the type text");
        for (String input : List.of("[[1, 2]]", "{\"a\": \"hello\"}")) {
            assertRefused(EMBEDDINGS, ASKED + input, "\"input\" must be a text or a list of texts");
        }
        assertRefused(EMBEDDINGS, ASKED + "[\"a\", \" \"]", "\"input[1]\" must have 1 to 32768 characters, and has 0");
        assertRefused(EMBEDDINGS, ASKED + "[]", "\"input\" has 0 texts; it must have 1 to 1000");
        assertRefused(EMBEDDINGS, ASKED + "\"a\", \"encoding_format\": \"x\"", "must be float or base64");
        assertRefused(
                EMBEDDINGS, ASKED + "\"a\", \"dimensions\": 7", "\"dimensions\" is 7; the vectors of this model have ");
        assertThat(server.post(EMBEDDINGS, "{\"model\": \"none\", \"input\": \"a\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(server.get("/v1/foo").body()).contains("nothing found at this path", "\"code\":null");
    }

    @Test
    void vectorsAreThoseOfTheModelInBothForms() {
        JsonNode floats = answered(EMBEDDINGS, ASKED + "[\"a bridge\", \"a pier\", \"a bridge\"]")
                .path("data");
        assertThat(floats).hasSize(3);
        assertThat(floats.path(2).path("embedding")).isEqualTo(floats.path(0).path("embedding"));
        assertThat(floats.path(1).path("index").asInt()).isEqualTo(1);
        JsonNode packed = answered(EMBEDDINGS, ASKED + "\"a pier\", \"encoding_format\": \"base64\"");
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder()
                        .decode(packed.at("/data/0/embedding").asText()))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (JsonNode number : floats.path(1).path("embedding")) {
            assertThat(bytes.getFloat()).isEqualTo(number.floatValue());
        }
        assertThat(bytes.hasRemaining()).isFalse();
    }
}
