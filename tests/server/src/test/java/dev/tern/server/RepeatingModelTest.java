package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.cli.ScriptedBackend;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that repeats itself until its reply is cut off, as small ones do: its question is answered at every door of a server. */
final class RepeatingModelTest {
    private static final int TIMES = 1_800;
    private static final String ANSWER = "Lena Marr built the Vale bridge [" + "1, ".repeat(TIMES) + "1].";
    private static final String QUESTION = "Which bridge did Emil Marr's daughter build?";
    private static final String CHAT =
            "{\"model\": \"bridges:graph\", \"stream\": %s, \"messages\": [{\"role\": \"user\", \"content\": \""
                    + QUESTION + "\"}]}";

    @TempDir
    private static Path folder;

    @AutoClose
    private static Running server;

    private static final class RepeatingModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            String said =
                    request.responseFormat() == null ? ANSWER : "{\"useful_relationships\": [" + "1, ".repeat(TIMES);
            return ChatResponse.builder().aiMessage(AiMessage.from(said)).build();
        }
    }

    @BeforeAll
    static void start() {
        server = Running.over(new ScriptedBackend(new RepeatingModel()), folder);
        server.add("bridges", Running.EMIL);
    }

    @Test
    void restAnswersInOnePieceAndInEvents() {
        String asked = "{\"question\": \"" + QUESTION + "\", \"mode\": \"graph\"}";

        HttpResponse<String> whole = server.post("/api/v1/graphs/bridges/ask", asked);
        HttpResponse<String> events = server.post("/api/v1/graphs/bridges/ask/stream", asked);

        assertThat(whole.statusCode()).as(whole.body()).isEqualTo(200);
        assertThat(whole.body()).contains("built the Vale bridge", "\"mode\":\"graph\"");
        assertThat(events.body()).contains("event: answer\n").doesNotContain("event: problem");
    }

    @Test
    void openAiEndpointAnswersInOnePieceAndStreamed() {
        HttpResponse<String> whole = server.post("/v1/chat/completions", CHAT.formatted(false));
        HttpResponse<String> pieces = server.post("/v1/chat/completions", CHAT.formatted(true));

        assertThat(whole.statusCode()).as(whole.body()).isEqualTo(200);
        assertThat(whole.body()).contains("built the Vale bridge", "url_citation");
        assertThat(pieces.body())
                .contains("url_citation")
                .doesNotContain("\"error\"")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void agentIsAnswered() {
        HttpResponse<String> tool = server.post(
                "/mcp",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"ask\","
                        + " \"arguments\": {\"question\": \"" + QUESTION + "\", \"mode\": \"graph\"}}}");

        assertThat(Running.json(tool).path("result").path("isError").asBoolean(true))
                .as(tool.body())
                .isFalse();
        assertThat(tool.body()).contains("built the Vale bridge");
    }
}
